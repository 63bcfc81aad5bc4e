import { parseMoney, toGrouped } from '@passbook/contract'
import type { SealFacts } from '@passbook/contract/seal'
import { page } from '#api/page.ts'
import { dayOf, formatDateTime } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import type { Fact } from '#ui/facts.tsx'

const kinds = { statement: msg('Account statement'), receipt: msg('Transaction receipt') }

/** From what was signed, never from what the file shows. */
export function signedFacts(facts: SealFacts): Fact[] {
  const money = (amount: string | undefined) => (amount ? moneyWords(amount, facts.currency) : '')
  const day = (text = '') => dayOf(text)
  const rows = [
    { label: t('What it is'), value: told(kinds[facts.kind]) },
    { label: t('Bank'), value: facts.bank },
    { label: t('Account holder'), value: facts.holder },
    { label: t('Account number'), value: facts.account },
    {
      label: t('Period'),
      value: facts.from ? t('{from} to {to}', { from: day(facts.from), to: day(facts.to) }) : '',
    },
    {
      label: t('Part'),
      value: facts.parts
        ? t('{part} of {parts}', { part: facts.part ?? 0, parts: facts.parts })
        : '',
    },
    { label: t('Opening balance'), value: money(facts.opening) },
    { label: t('Closing balance'), value: money(facts.closing) },
    { label: t('Transactions'), value: facts.lines === undefined ? '' : String(facts.lines) },
    { label: t('Amount'), value: money(facts.amount) },
    { label: t('Receiver'), value: receiverOf(facts) },
    { label: t('Time'), value: facts.at ? formatDateTime(new Date(facts.at), page.bankZone) : '' },
    { label: t('State'), value: facts.state ? told(sentence(facts.state)) : '' },
    { label: t('Reference Code'), value: facts.reference ?? '' },
  ]
  return rows.filter(({ value }) => value !== '')
}

/** A receipt of before its receiver was among what is signed says so: its paper proves none. */
function receiverOf({ kind, receiver }: SealFacts): string {
  if (kind === 'statement') return ''
  if (!receiver) return t('Not among what was signed')
  const { name, number, own, verified } = receiver
  const words = [name, own ? t('Own account') : '', number, verified ? '' : t('Name not verified')]
  return words.filter(Boolean).join(', ')
}

const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function moneyWords(amount: string, currency: string): string {
  const minor = parseMoney(amount.replace('-', ''))
  const sign = amount.startsWith('-') ? '\u2212' : ''
  return `${sign}${minor === null ? amount : toGrouped(minor)} ${currency.toUpperCase()}`
}
