import { type Messages, setLanguage } from './t.ts'

/** The languages beside English, by the code that the page's `lang` names, each in its own chunk. */
const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  'en-XA': () => import('./catalogues/en-xa.ts'),
}

/**
 * Makes the client speak the language of the page, before anything is drawn. English is in the code
 * and loads nothing; a catalogue that cannot be had leaves the page in English.
 */
export async function speakLanguageOf(page: HTMLElement): Promise<void> {
  const code = page.lang
  const load = catalogues[code]
  if (!load) return
  try {
    const [{ messages }, { lookUpIn }] = await Promise.all([load(), import('./sent.ts')])
    setLanguage({ code, messages, lookUp: lookUpIn(messages) })
  } catch {
    page.lang = 'en'
    page.dir = 'ltr'
  }
}
