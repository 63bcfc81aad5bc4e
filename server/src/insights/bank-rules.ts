import type { Category } from '@passbook/contract'

/** What of a statement line says where it belongs. */
export type Said = {
  type: 'credit' | 'debit'
  purpose: string
  method: string
  name: string
  description: string
}

/**
 * A payee without its capitals and the spaces around and between its words: what a customer says of a
 * payee holds however a merchant writes its name. Empty where a line names nobody.
 */
export const payeeKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

/**
 * Words that tell what is paid for, as they stand in the names of merchants and in notes; of several
 * lists that have one, the first counts. A part of a longer word is none.
 */
const words: readonly (readonly [Category, string])[] = [
  ['education', 'school|schools|schule|college|university|tuition|course|courses|nursery|kita'],
  [
    'health',
    'pharmacy|apotheke|pharmacie|farmacia|eczane|dental|dentist|doctor|clinic|hospital|optician|health',
  ],
  [
    'home',
    'rent|miete|loyer|alquiler|kira|lettings|letting|landlord|mortgage|furniture|hardware|plumber|condom[ií]nio|service charge|ikea|garden centre|paint and tiles|yapı',
  ],
  [
    'travel',
    'air|airline|airlines|airways|flight|flights|hotel|hotels|hostel|airbnb|booking\\.com|ryanair|easyjet|lufthansa|holiday|cruise',
  ],
  [
    'transport',
    'transit|transport|metro|tram|bus|train|trains|railway|rail|taxi|uber|bolt|lyft|fuel|petrol|parking|toll|cycles|car wash|garage',
  ],
  [
    'groceries',
    "groceries|grocery|supermarket|market|wholefoods|aldi|lidl|tesco|sainsbury'?s|carrefour|migros|walmart|costco|kroger|butcher|greengrocer",
  ],
  [
    'eating-out',
    "eating out|restaurant|trattoria|pizzeria|caf[eé]|coffee|bakery|bistro|diner|dinner|lunch|breakfast|pub|bar|mcdonald'?s|starbucks|takeaway|deliveroo",
  ],
  [
    'leisure',
    'netflix|spotify|disney|hulu|amazon prime|apple inc|youtube|cinema|theatre|theater|symphony|concert|museum|books|bookshop|gym|fitness|steam|playstation|tickets',
  ],
  [
    'bills',
    'energy|electricity|electric|gas|water|power|internet|broadband|phone|mobile|at&t|verizon|vodafone|telekom|insurance|council tax|utility|utilities',
  ],
  ['finance', 'fee|fees|interest|invest|investment|broker|brokerage|pension|tax office'],
  [
    'people',
    'gift|present|for mum|for dad|pocket money|birthday|wedding|donation|charity|red cross',
  ],
  [
    'shopping',
    'shop|store|amazon|ebay|etsy|zalando|computers|laptop|electronics|clothes|clothing|shoes|fashion|outlet',
  ],
]

const rules = words.map(
  ([category, list]) =>
    [category, new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu')] as const,
)

const byWords = (text: string): Category | undefined =>
  rules.find(([, pattern]) => pattern.test(text.normalize('NFC')))?.[0]

/** What is left where no word tells: money to a person, a merchant, a biller or the bank. */
const byMethod: Record<string, Category> = {
  bill: 'bills',
  'card payment': 'shopping',
  card: 'people',
  local: 'people',
  'other-banks': 'people',
  crypto: 'finance',
  loan: 'finance',
}

/**
 * The bank's rules: what comes in is income; a repayment is the loan's, whatever it says; then the
 * payee's name, the note, and the way that the money went.
 */
function byBank({ type, purpose, method, name, description }: Said): Category {
  if (type === 'credit') return 'income'
  if (purpose === 'loan') return 'finance'
  return byWords(name) ?? byWords(description) ?? viaMethod(method, purpose)
}

// What is paid with a card in a shop is no transfer; the money sent to a card is.
function viaMethod(method: string, purpose: string): Category {
  if (method === 'card' && purpose !== 'transfer') return 'shopping'
  return byMethod[method] ?? 'other'
}

/** The category of a line by its rules; the customer's own, by the payee, go before the bank's. */
export function categoryOf(said: Said, own: ReadonlyMap<string, Category>): Category {
  if (said.type === 'credit') return 'income'
  return own.get(payeeKey(said.name)) ?? byBank(said)
}
