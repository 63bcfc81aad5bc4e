import { countries, limits, type User } from '@passbook/contract'
import {
  IconArrowBackUp,
  IconBell,
  IconDeviceMobile,
  IconDialpad,
  IconFingerprint,
  IconLock,
  IconMail,
  IconPalette,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { countryName } from '#i18n/names.ts'
import { t } from '#i18n/t.ts'
import { useAccounts, useCustomer, useFeature, useName } from '#session/customer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Choices } from '#ui/choices.tsx'
import { Collapsible } from '#ui/collapsible.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import layout from '#ui/layout.module.css'
import { type Scheme, setScheme, useScheme } from '#ui/scheme.ts'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import classes from './profile-page.module.css'
import { SecurityLink } from './security-link.tsx'
import { AlertSwitch, TwoStepSwitch } from './switches.tsx'
import { UndoTime } from './undo-time.tsx'
import { UpdateEmail } from './update-email.tsx'
import { UpdatePassword } from './update-password.tsx'
import { UpdatePin } from './update-pin.tsx'

/** Who the customer is to the bank, and the settings that are theirs to make. */
export function ProfilePage() {
  const { user } = useCustomer()
  const passkeys = useFeature('passkeys')
  const undo = useFeature('undo')
  const { hash } = useLocation()
  // Open where there is room; at the very edge of it, closed.
  const [open] = useState(() => window.innerWidth > limits.mobileBelowPx)
  const all = sectionsOf(user, { passkeys, undo })
  // In the order of the list, down the first column and then down the second.
  const halves = [all.slice(0, firstColumn), all.slice(firstColumn)]
  return (
    <div className={layout.stack}>
      <ProfileHeader />
      <div className={classes.columns}>
        {halves.map((sections, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
          <div key={at} className={layout.stack}>
            {sections.map(({ id, title, icon: Icon, content }) => (
              <Collapsible
                // A link to a section opens it, also from elsewhere on this page.
                key={hash === `#${id}` ? `${id}-asked` : id}
                id={id}
                title={title}
                icon={<Icon size={22} stroke={1.75} aria-hidden />}
                openAtFirst={open || hash === `#${id}`}
              >
                {content}
              </Collapsible>
            ))}
            {at === 1 ? <SecurityLink /> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

type Section = { id: string; title: string; icon: typeof IconUser; content: ReactNode }

// Who the customer is, and what belongs to the login; about as high as what is left.
const firstColumn = 5

/** As the specification lists them; what it does not know stands below. */
function sectionsOf(
  user: User,
  { passkeys, undo }: { passkeys: boolean; undo: boolean },
): Section[] {
  const sections: (Section | false | null | undefined)[] = [
    {
      id: 'information',
      title: t('Profile Information'),
      icon: IconUser,
      content: <Facts facts={informationOf(user)} look="grid" />,
    },
    { id: 'email', title: t('Update E-mail'), icon: IconMail, content: <UpdateEmail /> },
    { id: 'password', title: t('Update Password'), icon: IconLock, content: <UpdatePassword /> },
    user.AllowUserManageLoginVerification && {
      id: 'two-step',
      title: t('2 Step Verification'),
      icon: IconShieldCheck,
      content: <TwoStepSwitch />,
    },
    { id: 'alerts', title: t('Transaction Alerts'), icon: IconBell, content: <AlertSwitch /> },
    { id: 'pin', title: t('Update PIN'), icon: IconDialpad, content: <UpdatePin /> },
    { id: 'appearance', title: t('Appearance'), icon: IconPalette, content: <SchemeSwitch /> },
    passkeys && {
      id: 'passkeys',
      title: t('Passkeys'),
      icon: IconFingerprint,
      content: <Passkeys />,
    },
    passkeys && {
      id: 'authenticator',
      title: t('Authenticator App'),
      icon: IconDeviceMobile,
      content: <Authenticator />,
    },
    undo && { id: 'undo', title: t('Undo'), icon: IconArrowBackUp, content: <UndoTime /> },
  ]
  return sections.filter((section) => Boolean(section)) as Section[]
}

function ProfileHeader() {
  const { full, letter, picture } = useName()
  const count = useAccounts().length
  return (
    <section className={classes.header} aria-label={t('Customer')}>
      <Avatar initials={letter} picture={picture} size="lg" />
      <div className={classes.words}>
        <h2 className={classes.name}>{full}</h2>
        <p className={classes.count}>
          {t('{count, plural, one {# active account} other {# active accounts}}', { count })}
        </p>
      </div>
    </section>
  )
}

function SchemeSwitch() {
  const scheme = useScheme()
  return (
    <div className={classes.scheme}>
      <Choices
        label={t('Colour scheme')}
        name="scheme"
        look="pills"
        choices={[
          { value: 'auto', label: t('System') },
          { value: 'light', label: t('Light') },
          { value: 'dark', label: t('Dark') },
        ]}
        value={scheme}
        onChange={(value) => setScheme(value as Scheme)}
      />
    </div>
  )
}

function informationOf(user: User): Fact[] {
  const country = countries.find(({ code }) => code === user.Country?.toLowerCase())
  const facts: [string, string | null | undefined][] = [
    [t('First name'), user.Name || user.first_name],
    [t('Middle name'), user.MiddleName],
    [t('Last name'), user.Surname ?? user.last_name],
    [t('Email'), user.Email ?? user.email],
    [t('Phone'), user.Phone],
    [t('Home address'), user.Street],
    [t('City/Region'), user.City],
    [t('State'), user.State],
    [t('Country'), country ? countryName(country.code, country.name) : user.Country],
  ]
  return facts.map(([label, value]) => ({
    label,
    value: value || '—',
    long: label === t('Email'),
  }))
}
