/** How a name is cut into words that can be compared, and what stands for the same word. */

/** Letters that Unicode does not take apart, as people write them without the key for them. */
const plainLetters: Record<string, string> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ə: 'e',
  ħ: 'h',
}

/** The second spelling of a letter: an umlaut is written with or without an e. */
const longLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const titles = listOf(
  `mr mrs ms miss mx dr prof professor doctor sir dame lord lady rev hon eng ing dipl mag
  herr frau fraeulein fraulein bay bayan sayin av doc yrd uzm op bey hanim
  sheikh sheikha shaikh hajj haj hajji hadji haci ustaz monsieur madame mme mlle senor senora
  sig signor signora don dona`,
)

/** What stands between names and is left out as often as not. */
export const particles = listOf(
  `von van vom zu zum zur der den de del della di da do dos das du la le las los ter ten
  al el bin ben ibn bint and und ve et the`,
)

/** Father and son of one name are told apart by these. */
export const generations: Record<string, string> = {
  jr: 'jr',
  junior: 'jr',
  jun: 'jr',
  sr: 'sr',
  senior: 'sr',
  sen: 'sr',
  ii: 'ii',
  iii: 'iii',
  iv: 'iv',
}

/** Legal forms, each with the word that stands for all its spellings; '' says nothing by itself. */
export const companyForms: Record<string, string> = {
  ...spellings(
    `ltd limited|llc|inc incorporated|corp corporation|co company|plc|llp|lp|
    gmbh|ag|kg|ohg|ug|gbr|ev|ek|se|mbh|kgaa|aktiengesellschaft|
    sa|sas|sarl|srl|spa|bv|nv|ab|oy|aps|asa|as|
    fze|fzco|wll|pjsc|psc|saoc|sal|jsc`,
  ),
  sirketi: '',
  sti: '',
  san: '',
  sanayi: '',
  tic: '',
  ticaret: '',
  haftungsbeschrankt: '',
}

/** Forms of several words or with dots inside, at the end of a name. */
const writtenForms: readonly (readonly [RegExp, string])[] = [
  [/\banonim\s+sirketi\s*$|\ba\.\s?s\.?\s*$/, ' as '],
  [/\bl\.\s?l\.\s?c\.?\s*$/, ' llc '],
  [/\bp\.\s?l\.\s?c\.?\s*$/, ' plc '],
  [/\bs\.\s?a\.\s?r\.\s?l\.?\s*$/, ' sarl '],
  [/\bs\.\s?r\.\s?l\.?\s*$/, ' srl '],
  [/\bs\.\s?a\.\s?l\.?\s*$/, ' sal '],
  [/\bs\.\s?a\.?\s*$/, ' sa '],
  [/\bb\.\s?v\.?\s*$/, ' bv '],
  [/\bn\.\s?v\.?\s*$/, ' nv '],
  [/\be\.\s?v\.?\s*$/, ' ev '],
  [/\be\.\s?k\.?\s*$/, ' ek '],
  [/\bw\.\s?l\.\s?l\.?\s*$/, ' wll '],
]

/** Words of companies that are written short. */
const shortWords: Record<string, string> = {
  intl: 'international',
  int: 'international',
  bros: 'brothers',
  gebr: 'gebruder',
  ins: 'insaat',
  mfg: 'manufacturing',
  svcs: 'services',
  tech: 'technology',
  mgmt: 'management',
  assoc: 'associates',
}

/** Arabic names as they are written in Latin letters; each line is one name. */
const sameName: Record<string, string> = spellings(
  `muhammad mohammed mohamed muhammed mohammad mohamad muhamad muhamed mohd muhd
  |ahmad ahmed achmed|hussein hussain husain husein hossein hussien hosein|hassan hasan
  |ali aly|yusuf yousef youssef yusef yousuf youssouf yousif|ibrahim ebrahim ibraheem ibrahem brahim
  |khalid khaled|omar umar|uthman othman usman ousmane|abdullah abdallah abdulla abdalla
  |fatima fatimah fatema fathima|aisha aysha ayesha aicha aishah aiysha
  |zainab zaynab zeinab zeineb zaineb zeynab|maryam mariam mariyam meryam
  |layla leila laila leyla|nour noor nur|sayed sayyed sayyid sayid syed seyed
  |said saeed saeid saiid|samir sameer|karim kareem|rashid rasheed rachid|hamid hameed
  |salim saleem|jamal gamal djamal jamaal|jamil jameel gamil djamil|nasser nasir naser nassir
  |mustafa mostafa moustafa mustapha moustapha|mahmoud mahmud mahmood|tariq tarek tarik tareq
  |faisal faysal feisal faycal|walid waleed oualid|majid majeed|amin ameen|amina ameena aminah
  |hisham hesham hicham|ismail ismael ismaeel esmail ismaeil|yahya yehia yahia|idris idrees edris
  |bilal belal bilel|jaber jabir|bashir basheer bachir|munir mounir muneer monir
  |suleiman sulaiman soliman sulayman|qasim kassem qassem kasim qassim kassim
  |qadir kader kadir qader|khoury khouri khuri|farouk farouq farooq faruq
  |sharif shareef cherif sherif|tawfiq tawfik toufic taufik taoufik|rafiq rafik rafic
  |zakariya zakaria zakariyya|ayoub ayub ayyub ayoob|dawood daoud dawud daud
  |haroun haroon|habib habeeb|latif lateef|rahim raheem|wahid waheed|aziz azeez
  |hakim hakeem|najib najeeb naguib|nabil nabeel|jaafar jafar jaffar gaafar|hamza hamzah
  |osama usama oussama|marwan marouane|imad emad|ihab ehab|iman eman|khadija khadijah khadeeja
  |safiya safia safiyya|sumaya sumayya soumaya|yasmin yasmine yasmeen|rania raniya
  |samira sameera|karima kareema|jamila jameela gamila|huda hoda houda|muna mona mouna
  |noura nura noora|rahman rahmane rehman|rahmani|haddad hadad|masri elmasri almasri
  |tayeb tayyib taieb|qureshi quraishi koreishi|chaudhry chowdhury choudhury chaudhary
  |abu abou aboo|abdul abdel abdal abdur abdoul abd`,
)

/** Names of their own that a slip of one letter could also make out of each other. */
export const ownNames = listOf(
  `maria mario marie marta maren marina martin martina marvin maryam marian
  daniel daniela denis denise julia julian juliane julius jonas
  anton anita anika annika anne anna hanna johanna johann johannes
  erhan erkan ercan serkan serhan sercan hakan hasan hazan ayhan orhan turhan burhan
  emine emin emir emre eren erdem kemal cemal celal bilal hilal helal cemil kamil kamal kamel
  selim selin selma salma selda seda sema sena sibel sabri sabriye nuri nuray nurcan
  fatih fatma fahri fikri fikret hikmet himmet ismet nimet mehmet ahmet
  murat mert umut ufuk onur ozan okan volkan tolga tolgay
  aylin aysin aysel aysen aysun aynur gulay gulsen gulsum gonul
  hamid hamad hamed hamdi hamza salem salim salah saleh samir samar samer sameh sami
  karim karam karem jamal jamil kamila camila farid farah faris fares nadir nader nadim nabil
  rashid majid majed walid khalid khalil jalil jalal tamer tamim amina amira samira
  zahra zahir layla rania dania hania hani hana sara zara
  john joan jane jean james jamie jason mason henry harry larry barry terry jerry gerry perry
  ellen helen elena alena helena irene irena karin karen katrin karina katja tanja sonja
  stefan stefanie steffen stephen simon simone sophie sofia silke silvia sabine sabrina
  peter petra patricia patrick bernd bernhard gerhard gerald harald ronald donald
  arnold roland heinz heiko heike frank franz fritz moritz lukas lucia luisa louis louise
  paula paulo paul pablo pedro diego diana tiana marco marcus marcel
  chris christa christine christina christian christiane robin robert rupert
  muller moller keller koller becker baker barker parker harris morris norris
  bauer sauer brown braun demir demirel
  aidan ayden jayden hayden brian bryan ryan kevin calvin melvin alvin elvin`,
)

const words = /[\p{L}\p{N}]+/gu
/** Marks that are written into a word: O'Brien is one. */
const inside = /['’‘ʼ`´ʿʾ]/g
const marks = /\p{M}/gu

/** One word and the ways to write it. */
export type Word = { text: string; forms: readonly string[] }

/** The words of a name in small plain letters, each with its other spelling. */
export function wordsOf(name: string): Word[] {
  const small = name
    .normalize('NFKC')
    .toLowerCase()
    // The Turkish capital with a dot becomes i and a loose dot.
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[&+]/g, ' and ')
    .replaceAll(inside, '')
  return [...withForms(small).matchAll(words)].map(([word]) => wordOf(word))
}

/** Forms with dots would fall into single letters, so they are put together first. */
function withForms(small: string): string {
  let text = small.replaceAll('ş', 's')
  for (const [written, form] of writtenForms) text = text.replace(written, form)
  return text
}

function wordOf(word: string): Word {
  const short = plain(word)
  const text = shortWords[short] ?? short
  const long = plain([...word].map((letter) => longLetters[letter] ?? letter).join(''))
  return { text, forms: [...new Set([text, long, named(text)])] }
}

const plain = (word: string) =>
  [...word.normalize('NFD').replaceAll(marks, '')]
    .map((letter) => plainLetters[letter] ?? letter)
    .join('')

/** The one spelling that stands for all spellings of an Arabic name. */
function named(word: string): string {
  const known = sameName[word]
  if (known) return known
  const servant = /^abd(?:[aeiu]l|[aeiu]([rsnz])(?=\1)|[aeiu])?(?<of>.{4,})$/.exec(word)?.groups?.of
  if (servant) return `abdul${sameName[servant] ?? servant}`
  const [, withoutArticle = ''] = /^[ae]l(.{3,})$/.exec(word) ?? []
  return sameName[withoutArticle] ?? word
}

/** Words written as one. */
export function joined(words: Word[]): Word {
  const text = words.map((word) => word.text).join('')
  return { text, forms: [text, named(text)] }
}

/** Whether two words are the same one. */
export const isSame = (one: Word, other: Word) =>
  one.forms.some((form) => other.forms.includes(form))

/** Spellings of one word, the first standing for all, as `a b c|d e`. */
function spellings(lines: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of lines.split('|')) {
    const [first = '', ...others] = line.trim().split(/\s+/)
    for (const one of [first, ...others]) found[one] = first
  }
  return found
}
