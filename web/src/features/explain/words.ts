import {
  categoryLabel,
  type FigurePart,
  figureLabels,
  parseMoney,
  type Question,
} from '@passbook/contract'
import { dayOf } from '#i18n/dates.ts'
import { lineWords } from '#i18n/line-words.ts'
import { monthOfYear } from '#i18n/month.ts'
import { formatRange } from '#i18n/range.ts'
import { msg, t, told } from '#i18n/t.ts'
import { inCode } from '#widgets/by-code.ts'

const labels: Record<string, string> = figureLabels

/** What a figure is called. */
export function labelOf({ figure, start_date, currency = '' }: Question): string {
  if (figure === 'total') return t('Total in {currency}', { currency: currency.toUpperCase() })
  if (figure === 'spent' && !start_date) return t('Spent this month')
  return told(labels[figure] ?? figure)
}

/** The days that it is of. */
export function periodOf({ figure, start_date, end_date }: Question): string {
  if (start_date && end_date) return formatRange(start_date, end_date)
  return ['income', 'expenses', 'net', 'borrowed'].includes(figure) ? t('All time') : ''
}

/** What sets two figures apart that are taken for the same. */
export function countedOf({ figure }: Question): string {
  if (figure === 'expenses') return t('Money moved to your own accounts counts.')
  return figure === 'spent' ? t('Money moved to your own accounts does not count.') : ''
}

const fixedWords: Record<string, string> = {
  lent: msg('Loan paid out'),
  interest: msg('Interest'),
  repaid: msg('Loan repaid'),
  instalment: msg('Instalment'),
  prepaid: msg('Already paid of it'),
  cap: msg('No more than is owed'),
  earlier: msg('Paid back earlier'),
  usual: msg('Usual spending'),
  buffer: msg('Kept back'),
  floor: msg('Nothing is safe to spend where money will be missing'),
}

const moveWords: Record<string, string> = {
  customer: msg('Moved by you'),
  'round-up': msg('Rounded up'),
  order: msg('Standing order'),
  close: msg('Closed'),
}

/** `$1,450.00`, of `1450.00 USD`; where it is negative or another's it stays as it was sent. */
function sumOf(original: string): string {
  const [amount = '', code = ''] = original.split(' ')
  const minor = parseMoney(amount)
  return minor === null ? original : inCode(code, minor)
}

/** What a part is called, and what is said below it. */
export function wordsOf(part: FigurePart): { title: string; note: string } {
  const { Kind, On, Text, Original = '' } = part
  const day = On && Kind !== 'month' ? dayOf(On) : ''
  if (Kind === 'month') return { title: monthOfYear(On ?? ''), note: '' }
  if (Kind === 'day') return { title: day, note: '' }
  if (Kind === 'move') return { title: told(moveWords[Text] ?? Text), note: day }
  if (Kind === 'payee') return { title: lineWords(Text) || t('Other payments'), note: '' }
  if (Kind === 'category') return { title: told(categoryLabel(Text)), note: '' }
  if (Kind === 'share') {
    const note = t('{amount} shared by {count} months', { amount: sumOf(Original), count: Text })
    return { title: monthOfYear(On ?? ''), note }
  }
  if (Kind === 'account') return { title: Text, note: sumOf(Original) }
  const fixed = fixedWords[Kind]
  if (fixed) return { title: told(fixed), note: day }
  if (Kind === 'figure') return { title: told(labels[Text] ?? Text), note: day }
  if (Kind === 'pot') return { title: Text, note: t('Set aside') }
  const title = lineWords(Text) || t('Transaction')
  // What is reserved and is no payment's.
  if (Kind === 'hold' && !Text && !part.Reference)
    return { title: t('In pots'), note: t('Set aside') }
  if (Kind === 'hold') return { title, note: day ? t('Reserved on {day}', { day }) : t('Reserved') }
  return { title, note: day }
}

const bankSides: Record<string, string> = {
  clearing: msg('Other banks'),
  cards: msg('Card networks'),
  crypto: msg('Bitcoin'),
  cash: msg('Cash'),
  loans: msg('Loans'),
  loan: msg('Your loan'),
  interest: msg('Interest'),
  fees: msg('Fees'),
  fx: msg('Currency exchange'),
  billers: msg('Billers'),
  interbranch: msg('The bank’s other branches'),
  equity: msg('The bank'),
}

/** Whose account one side of an entry is. */
export function sideOf({ Side, Text }: { Side: string; Text: string }): string {
  if (Side === 'own') return Text
  if (Side === 'bank') return told(bankSides[Text] ?? msg('The bank'))
  return t('The other side')
}
