import {
  type Icon,
  IconArrowsExchange,
  IconBuildingBank,
  IconCreditCard,
  IconCurrencyBitcoin,
  IconSend,
  IconWorld,
} from '@tabler/icons-react'
import { msg, told } from '#i18n/t.ts'
import type { Kind } from './flow.ts'

export type KindFacts = { kind: Kind; label: string; note: string; icon: Icon }

const all: readonly KindFacts[] = [
  {
    kind: 'own',
    label: msg('Own Account'),
    note: msg('Between accounts that you hold'),
    icon: IconArrowsExchange,
  },
  {
    kind: 'local',
    label: msg('Local Transfer'),
    note: msg('To another customer of this bank'),
    icon: IconSend,
  },
  {
    kind: 'other-banks',
    label: msg('Other Banks'),
    note: msg('To an account at another bank'),
    icon: IconBuildingBank,
  },
  {
    kind: 'wire',
    label: msg('Wire Transfer'),
    note: msg('To any bank with a Swift code'),
    icon: IconWorld,
  },
  {
    kind: 'card',
    label: msg('Transfer To Bank Card'),
    note: msg('To a debit or credit card'),
    icon: IconCreditCard,
  },
  {
    kind: 'crypto',
    label: msg('Bitcoin Transfer'),
    note: msg('To a Bitcoin wallet'),
    icon: IconCurrencyBitcoin,
  },
]

/** The types a customer can choose from. */
export function kindsFor({ crypto }: { crypto: boolean }): readonly KindFacts[] {
  return all.filter(({ kind }) => crypto || kind !== 'crypto')
}

export const labelOf = (kind: Kind) => told(all.find((one) => one.kind === kind)?.label ?? '')
