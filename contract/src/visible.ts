// Signs that nobody sees: soft hyphens, marks of byte order and of reading direction, zero-width
// spaces, joiners, fillers, tags and variation selectors, some of which come along with what is pasted.
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]`

// Scripts whose words need joiners: Persian and its neighbours between letters, those of India and
// around behind the mark that ends a syllable.
const cursive = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]`
const marked = ['Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

/** What an unseen sign may be part of: an emoji, a word of such a script, a form of a Han character. */
const needed = [
  String.raw`\p{RGI_Emoji}`,
  String.raw`(?<=${cursive})[\u200c\u200d](?=${cursive})`,
  String.raw`(?<=[\p{M}&&[${marked}]])[\u200c\u200d]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
].join('|')

const neededOrUnseen = new RegExp(`(${needed})|${unseen}`, 'gv')
const anyUnseen = new RegExp(unseen, 'v')
const breaks = /[\u2028\u2029]/g
/** A stretch of a text that unseen signs may belong to. Emoji are slow to look for in all of it. */
const beyondAscii = /[\d#*]?[^\0-\x7f]+/g

/**
 * A text as it looks: without the signs that nobody sees, where no script and no emoji needs them. A
 * paste keeps its words; two texts that look alike in print do not differ by what is between letters.
 */
export const visible = (text: string): string =>
  text
    .replaceAll(breaks, ' ')
    .replaceAll(beyondAscii, (part) =>
      anyUnseen.test(part) ? part.replaceAll(neededOrUnseen, '$1') : part,
    )

/** Control characters, C1 among them, other than tab and line breaks. */
const control = /[\p{Cc}--[\t\n\r]]/v
const controls = new RegExp(control, 'gv')

export const hasControl = (text: string): boolean => control.test(text)

/** A text for paper, mail and pages, whatever was let in before `visible` was asked. */
export const presentable = (text: string): string => visible(text.replaceAll(controls, ''))
