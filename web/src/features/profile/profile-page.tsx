import { countries, limits, type User } from '@passbook/contract'
import { IconPalette, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccounts, useCustomer, useName } from '#session/customer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Choices } from '#ui/choices.tsx'
import { Collapsible } from '#ui/collapsible.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { type Scheme, setScheme, useScheme } from '#ui/scheme.ts'
import classes from './profile-page.module.css'

/** Who the customer is to the bank, and the settings that are theirs to make. */
export function ProfilePage() {
  const { user } = useCustomer()
  // Open where there is room; at the very edge of it, closed.
  const [open] = useState(() => window.innerWidth > limits.mobileBelowPx)
  return (
    <div className={classes.page}>
      <ProfileHeader />
      <Collapsible
        title="Profile Information"
        icon={<IconUser size={22} stroke={1.75} aria-hidden />}
        openAtFirst={open}
      >
        <Facts facts={informationOf(user)} look="grid" />
      </Collapsible>
      <Collapsible
        title="Appearance"
        icon={<IconPalette size={22} stroke={1.75} aria-hidden />}
        openAtFirst={open}
      >
        <SchemeSwitch />
      </Collapsible>
    </div>
  )
}

function ProfileHeader() {
  const { full, letter, picture } = useName()
  const count = useAccounts().length
  return (
    <section className={classes.header} aria-label="Customer">
      <Avatar initials={letter} picture={picture} size="lg" />
      <div className={classes.words}>
        <h2 className={classes.name}>{full}</h2>
        <p className={classes.count}>
          {count} active {count === 1 ? 'account' : 'accounts'}
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
        label="Colour scheme"
        name="scheme"
        look="pills"
        choices={[
          { value: 'auto', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value={scheme}
        onChange={(value) => setScheme(value as Scheme)}
      />
    </div>
  )
}

function informationOf(user: User): Fact[] {
  const country = countries.find(({ code }) => code === user.Country?.toLowerCase())?.name
  const facts: [string, string | null | undefined][] = [
    ['First name', user.Name ?? user.first_name],
    ['Middle name', user.MiddleName],
    ['Last name', user.Surname ?? user.last_name],
    ['Email', user.Email ?? user.email],
    ['Phone', user.Phone],
    ['Home address', user.Street],
    ['City/Region', user.City],
    ['State', user.State],
    ['Country', country ?? user.Country],
  ]
  return facts.map(([label, value]) => ({ label, value: value || '—' }))
}
