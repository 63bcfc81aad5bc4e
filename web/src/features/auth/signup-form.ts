import type { useForm } from '#ui/form.ts'

/** Everything the wizard asks for, by the names that the call has for it. */
export const blank = {
  account_type: '',
  username: '',
  firstName: '',
  middleName: '',
  lastName: '',
  phone: '',
  email: '',
  occupation: '',
  dob: '',
  country: '',
  state: '',
  city: '',
  street: '',
  sex: 'male',
  kinname: '',
  kinsurname: '',
  kinrelaionship: '',
  kinphone: '',
  kinoccupation: '',
  kinaddress: '',
  kinemail: '',
  password: '',
  confirmPassword: '',
}

export type SignupForm = typeof blank
export type StepProps = { form: ReturnType<typeof useForm<SignupForm>> }
