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
import type { ReactNode } from 'react'
import { countryName } from '#i18n/names.ts'
import { msg, t, told } from '#i18n/t.ts'
import { Choices } from '#ui/choices.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PasswordStrength } from '#ui/password-strength.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useNotAccepted } from '#widgets/not-accepted.ts'
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
/** What each type is meant for, in plain words. */
const abouts: Record<string, string> = {
  savings: msg('Put money aside and take it out whenever you need it.'),
  current: msg('For payments in and out, as many as you like.'),
  checking: msg('For your card, your bills and your daily spending.'),
  cds: msg('A certificate of deposit, meant for a sum that you do not need for a while.'),
  fixed: msg('Meant for a sum that you lay aside for longer.'),
  mmas: msg('A money market account, meant for larger sums within reach.'),
}
const offeredChoices = () =>
  offered.map(({ name, label, tagline }) => {
    const Icon = icons[name] ?? IconBuildingBank
    return {
      value: name,
      label: told(label),
      note: told(tagline),
      about: told(abouts[name] ?? ''),
      icon: <Icon size={22} stroke={1.75} aria-hidden />,
    }
  })
const choicesOf = (words: readonly string[]) =>
  words.map((value) => ({ value, label: told(capital(value)) }))
const countryChoices = () =>
  countries.map(({ code, name }) => ({ value: code, label: countryName(code, name) }))

export function AccountTypeStep({ field }: StepProps) {
  const { onBlur: _, ...props } = field('account_type')
  return (
    <div className={classes.types}>
      <Choices
        label={t('Account Type')}
        labelHidden
        look="cards"
        choices={offeredChoices()}
        {...props}
      />
    </div>
  )
}

export function PersonalStep({ field }: StepProps) {
  const { onBlur: _, ...sex } = field('sex')
  return (
    <>
      <Group name={t('You')}>
        <div className={classes.whole}>
          <TextField
            label={t('Username')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            {...field('username')}
          />
        </div>
        <TextField
          label={t('First name')}
          autoComplete="given-name"
          required
          {...field('firstName')}
        />
        <TextField
          label={t('Middle name')}
          autoComplete="additional-name"
          optional
          {...field('middleName')}
        />
        <TextField
          label={t('Last name')}
          autoComplete="family-name"
          required
          {...field('lastName')}
        />
        <TextField
          label={t('Date of birth')}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={new Date().toISOString().slice(0, 10)}
          required
          {...field('dob')}
        />
        <div className={classes.whole}>
          <TextField
            label={t('Occupation')}
            autoComplete="organization-title"
            required
            {...field('occupation')}
          />
        </div>
        <div className={classes.whole}>
          <Choices label={t('Sex')} look="pills" choices={choicesOf(sexes)} {...sex} />
        </div>
      </Group>
      <Group name={t('Contact')}>
        <TextField
          label={t('Phone number')}
          type="tel"
          autoComplete="tel-national"
          hint={t('Ten digits, such as 555 123 4567')}
          required
          {...field('phone')}
        />
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
        />
      </Group>
      <Group name={t('Address')}>
        <SelectField
          label={t('Country')}
          autoComplete="country"
          placeholder={t('Select country')}
          options={countryChoices()}
          required
          {...field('country')}
        />
        <TextField label={t('State')} autoComplete="address-level1" required {...field('state')} />
        <TextField label={t('City')} autoComplete="address-level2" required {...field('city')} />
        <TextField
          label={t('Street')}
          autoComplete="street-address"
          optional
          {...field('street')}
        />
      </Group>
    </>
  )
}

/** Fields that belong together, under a name. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{name}</legend>
      <div className={classes.grid}>{children}</div>
    </fieldset>
  )
}

export function KinStep({ field }: StepProps) {
  return (
    <div className={classes.grid}>
      <TextField label={t('First name')} autoComplete="off" required {...field('kinname')} />
      <TextField label={t('Last name')} autoComplete="off" required {...field('kinsurname')} />
      <SelectField
        label={t('Relationship')}
        autoComplete="off"
        placeholder={t('Select relationship')}
        options={choicesOf(relationships)}
        required
        {...field('kinrelaionship')}
      />
      <TextField
        label={t('Phone number')}
        type="tel"
        autoComplete="off"
        hint={t('Ten digits, such as 555 123 4567')}
        required
        {...field('kinphone')}
      />
      <TextField label={t('Occupation')} autoComplete="off" required {...field('kinoccupation')} />
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="off"
        optional
        {...field('kinemail')}
      />
      <div className={classes.whole}>
        <TextField label={t('Address')} autoComplete="off" required {...field('kinaddress')} />
      </div>
    </div>
  )
}

export function SecurityStep({ field, values, problem }: StepProps) {
  const { username, firstName, lastName, email, password } = values
  const notAccepted = useNotAccepted(password, values, problem)
  const personal = [username, firstName, lastName, email.split('@')[0] ?? '']
  return (
    <div className={classes.secrets}>
      <PasswordField
        label={t('Password')}
        autoComplete="new-password"
        required
        {...field('password')}
      />
      <PasswordStrength password={password} personal={personal} notAccepted={notAccepted} />
      <PasswordField
        label={t('Confirm password')}
        autoComplete="new-password"
        required
        {...field('confirmPassword')}
      />
    </div>
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
