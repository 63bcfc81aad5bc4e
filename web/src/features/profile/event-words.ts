import type { SecurityEventEntry, SecurityEventKind } from '@passbook/contract'
import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconDeviceMobile,
  IconDialpad,
  IconFingerprint,
  IconFlag,
  IconGauge,
  IconKey,
  IconLock,
  IconLogout,
  IconMail,
  IconShieldCheck,
  IconSnowflake,
  IconUserCheck,
} from '@tabler/icons-react'
import { msg, t, told } from '#i18n/t.ts'

/** What an entry of the security log says, its picture, and whether it is worth a second look. */
type Look = { words: string; icon: Icon; alarming?: true }

const looks: Record<SecurityEventKind, Look> = {
  signed_in: { words: msg('Signed in'), icon: IconUserCheck },
  sign_in_refused: { words: msg('A sign-in was refused'), icon: IconLock, alarming: true },
  sign_in_locked: {
    words: msg('Sign-in was locked after wrong tries'),
    icon: IconLock,
    alarming: true,
  },
  signed_out: { words: msg('Signed out'), icon: IconLogout },
  reauthenticated: { words: msg('Confirmed that it is you'), icon: IconShieldCheck },
  new_device: {
    words: msg('First sign-in on a new device'),
    icon: IconDeviceMobile,
    alarming: true,
  },
  not_me: { words: msg('You told us that it was not you'), icon: IconFlag, alarming: true },
  sessions_ended: { words: msg('Signed out elsewhere'), icon: IconLogout },
  password_wrong: { words: msg('A wrong password was entered'), icon: IconLock, alarming: true },
  password_changed: { words: msg('Password changed'), icon: IconLock },
  password_reset_asked: { words: msg('A link for a new password was asked for'), icon: IconMail },
  password_reset: { words: msg('New password set by a mailed link'), icon: IconLock },
  pin_saved: { words: msg('PIN saved'), icon: IconDialpad },
  pin_wrong: { words: msg('A wrong PIN was entered'), icon: IconDialpad, alarming: true },
  pin_locked: { words: msg('The PIN was locked'), icon: IconDialpad, alarming: true },
  code_wrong: { words: msg('A wrong code was entered'), icon: IconKey, alarming: true },
  codes_locked: { words: msg('Codes were locked'), icon: IconKey, alarming: true },
  email_changed: { words: msg('E-mail address changed'), icon: IconMail },
  email_proven: { words: msg('E-mail address confirmed'), icon: IconMail },
  email_put_back: { words: msg('E-mail address put back'), icon: IconMail },
  email_lost: { words: msg('E-mail address lost to its owner'), icon: IconMail, alarming: true },
  two_step_on: { words: msg('2 Step Verification switched on'), icon: IconShieldCheck },
  two_step_off: { words: msg('2 Step Verification switched off'), icon: IconShieldCheck },
  alerts_on: { words: msg('Transaction alerts switched on'), icon: IconBell },
  alerts_off: { words: msg('Transaction alerts switched off'), icon: IconBell },
  frozen: { words: msg('Everything was frozen'), icon: IconSnowflake },
  thawed: { words: msg('Everything was thawed'), icon: IconSnowflake },
  card_frozen: { words: msg('A card was frozen'), icon: IconSnowflake },
  card_thawed: { words: msg('A card was thawed'), icon: IconSnowflake },
  card_limits: { words: msg('Limits of a card changed'), icon: IconGauge },
  card_lost: { words: msg('A card was reported lost'), icon: IconFlag, alarming: true },
  limits_lowered: { words: msg('Limits lowered'), icon: IconGauge },
  limits_raised: { words: msg('Higher limits asked for'), icon: IconGauge },
  passkey_added: { words: msg('Passkey added'), icon: IconFingerprint },
  passkey_removed: { words: msg('Passkey removed'), icon: IconFingerprint },
  passkey_used: { words: msg('A passkey was used'), icon: IconFingerprint },
  totp_on: { words: msg('Authenticator app switched on'), icon: IconDeviceMobile },
  totp_off: { words: msg('Authenticator app switched off'), icon: IconDeviceMobile },
  backup_codes_made: { words: msg('New backup codes made'), icon: IconKey },
  backup_code_used: { words: msg('A backup code was used'), icon: IconKey },
  flag_set: { words: msg('A setting of yours was changed'), icon: IconFlag },
}

/** How an entry is shown. A kind that a newer server knows is shown as the server calls it. */
export function lookOf(kind: string): Look {
  if (Object.hasOwn(looks, kind)) return looks[kind as SecurityEventKind]
  const plain = kind.replaceAll('_', ' ').trim()
  return {
    words: plain.slice(0, 1).toLocaleUpperCase() + plain.slice(1),
    icon: IconAlertTriangle,
  }
}

const doers: Record<string, string> = {
  customer: msg('You'),
  somebody: msg('Not known who'),
  operator: msg('The staff of the bank'),
  bank: msg('The bank'),
}

/** Who did it, on what and from where, as far as that is known. */
export function circumstancesOf({ By, Device, Address }: SecurityEventEntry): string[] {
  const who = told(Object.hasOwn(doers, By) ? (doers[By] ?? '') : By)
  return [who, told(Device), placeOf(Address)].filter(Boolean)
}

/** A count of devices in words; any other detail is words already. */
export function detailOf({ Kind, Detail }: SecurityEventEntry): string {
  if (Kind === 'sessions_ended' && /^\d{1,6}$/.test(Detail)) {
    return t('{count, plural, one {# device} other {# devices}}', { count: Number(Detail) })
  }
  return told(Detail)
}

/** The network of an address as people write it, `203.0.113.x`: they do not count its bits. */
export function placeOf(address: string): string {
  return address.replace(/\.0\/24$/, '.x').replace(/::?\/\d+$/, ':x')
}
