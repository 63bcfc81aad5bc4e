import {
  type Icon,
  IconArrowsExchange,
  IconBuildingBank,
  IconCreditCard,
  IconCurrencyBitcoin,
  IconSend,
  IconWorld,
} from '@tabler/icons-react'
import type { Kind } from './flow.ts'

export type KindFacts = { kind: Kind; label: string; note: string; icon: Icon }

const all: readonly KindFacts[] = [
  {
    kind: 'own',
    label: 'Own Account',
    note: 'Between accounts that you hold',
    icon: IconArrowsExchange,
  },
  {
    kind: 'local',
    label: 'Local Transfer',
    note: 'To another customer of this bank',
    icon: IconSend,
  },
  {
    kind: 'other-banks',
    label: 'Other Banks',
    note: 'To an account at a bank of our list',
    icon: IconBuildingBank,
  },
  {
    kind: 'wire',
    label: 'Wire Transfer',
    note: 'To any bank with a Swift code',
    icon: IconWorld,
  },
  {
    kind: 'card',
    label: 'Transfer To Bank Card',
    note: 'To a debit or credit card',
    icon: IconCreditCard,
  },
  {
    kind: 'crypto',
    label: 'Bitcoin Transfer',
    note: 'To a Bitcoin wallet',
    icon: IconCurrencyBitcoin,
  },
]

/** The types a customer can choose from. */
export function kindsFor({ crypto }: { crypto: boolean }): readonly KindFacts[] {
  return all.filter(({ kind }) => crypto || kind !== 'crypto')
}

export const labelOf = (kind: Kind) => all.find((one) => one.kind === kind)?.label ?? ''
