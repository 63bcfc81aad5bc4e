import { accountTypes, countries, relationships, sexes, signupTypeNames } from '@passbook/contract'
import {
  IconBuildingBank,
  IconCertificate,
  IconChartLine,
  IconCreditCard,
  IconLock,
  IconPigMoney,
  IconWallet,
} from '@tabler/icons-react'
import { countryName } from '#i18n/names.ts'
import { t, told } from '#i18n/t.ts'
import { Choices } from '#ui/choices.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PasswordStrength } from '#ui/password-strength.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { StepProps } from './signup-form.ts'
import classes from './signup-page.module.css'

const icons: Record<string, typeof IconWallet> = {
  savings: IconPigMoney,
  current: IconWallet,
  checking: IconCreditCard,
  cds: IconCertificate,
  fixed: IconLock,
  mmas: IconChartLine,
}

const offered = accountTypes.filter(({ name }) =>
  (signupTypeNames as readonly string[]).includes(name),
)
const offeredChoices = () =>
  offered.map(({ name, label, tagline }) => {
    const Icon = icons[name] ?? IconBuildingBank
    return {
      value: name,
      label: told(label),
      note: told(tagline),
      icon: <Icon size={22} stroke={1.75} aria-hidden />,
    }
  })
const choicesOf = (words: readonly string[]) =>
  words.map((value) => ({ value, label: told(capital(value)) }))
const countryChoices = () =>
  countries.map(({ code, name }) => ({ value: code, label: countryName(code, name) }))

export function AccountTypeStep({ form }: StepProps) {
  return (
    <Choices
      label={t('Account Type')}
      labelHidden
      look="cards"
      choices={offeredChoices()}
      {...form.field('account_type')}
    />
  )
}

export function PersonalStep({ form: { field } }: StepProps) {
  return (
    <div className={classes.grid}>
      <div className={classes.whole}>
        <TextField
          label={t('Username')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...field('username')}
        />
      </div>
      <TextField label={t('First name')} autoComplete="given-name" {...field('firstName')} />
      <TextField
        label={t('Middle name')}
        autoComplete="additional-name"
        optional
        {...field('middleName')}
      />
      <TextField label={t('Last name')} autoComplete="family-name" {...field('lastName')} />
      <TextField
        label={t('Phone number')}
        type="tel"
        autoComplete="tel-national"
        hint={t('Ten digits, such as 555 123 4567')}
        {...field('phone')}
      />
      <TextField label={t('Email')} type="email" autoComplete="email" {...field('email')} />
      <TextField
        label={t('Occupation')}
        autoComplete="organization-title"
        {...field('occupation')}
      />
      <TextField
        label={t('Date of birth')}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={new Date().toISOString().slice(0, 10)}
        {...field('dob')}
      />
      <SelectField
        label={t('Country')}
        autoComplete="country"
        placeholder={t('Select country')}
        options={countryChoices()}
        {...field('country')}
      />
      <TextField label={t('State')} autoComplete="address-level1" {...field('state')} />
      <TextField label={t('City')} autoComplete="address-level2" {...field('city')} />
      <div className={classes.whole}>
        <TextField
          label={t('Street')}
          autoComplete="street-address"
          optional
          {...field('street')}
        />
      </div>
      <div className={classes.whole}>
        <Choices label={t('Sex')} look="pills" choices={choicesOf(sexes)} {...field('sex')} />
      </div>
    </div>
  )
}

export function KinStep({ form: { field } }: StepProps) {
  return (
    <div className={classes.grid}>
      <TextField label={t('First name')} autoComplete="off" {...field('kinname')} />
      <TextField label={t('Last name')} autoComplete="off" {...field('kinsurname')} />
      <SelectField
        label={t('Relationship')}
        autoComplete="off"
        placeholder={t('Select relationship')}
        options={choicesOf(relationships)}
        {...field('kinrelaionship')}
      />
      <TextField
        label={t('Phone number')}
        type="tel"
        autoComplete="off"
        hint={t('Ten digits, such as 555 123 4567')}
        {...field('kinphone')}
      />
      <TextField label={t('Occupation')} autoComplete="off" {...field('kinoccupation')} />
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="off"
        optional
        {...field('kinemail')}
      />
      <div className={classes.whole}>
        <TextField label={t('Address')} autoComplete="off" {...field('kinaddress')} />
      </div>
    </div>
  )
}

export function SecurityStep({ form: { field, values } }: StepProps) {
  const { username, firstName, lastName, email, password } = values
  const personal = [username, firstName, lastName, email.split('@')[0] ?? '']
  return (
    <div className={classes.secrets}>
      <PasswordField label={t('Password')} autoComplete="new-password" {...field('password')} />
      <PasswordStrength password={password} personal={personal} />
      <PasswordField
        label={t('Confirm password')}
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </div>
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
