import type { NewCustomer } from '#auth/customers.ts'

/** A demo customer: who it is, how it signs in, what is switched on and which accounts it holds. */
export type Person = {
  customer: Omit<NewCustomer, 'passwordHash'>
  password: string
  pin: string
  withCodes: boolean
  firstAccount: { type: string; name: string }
  further: { type: string; currency: string; name: string }[]
}

const kin = {
  relationship: 'spouse',
  phone: '555 010 0199',
  email: '',
  occupation: 'Architect',
  address: '12 Harbour Street',
}

export const people: { demo: Person; secure: Person } = {
  demo: {
    customer: {
      username: 'demo',
      email: 'demo@passbook.example',
      firstName: 'Ada',
      middleName: 'Ngozi',
      lastName: 'Okafor',
      phone: '555 010 0142',
      sex: 'female',
      bornOn: '1991-04-17',
      occupation: 'Product designer',
      country: 'us',
      state: 'Massachusetts',
      city: 'Boston',
      street: '12 Harbour Street',
      kin: { ...kin, firstName: 'Emeka', lastName: 'Okafor' },
    },
    password: 'demo1234',
    pin: '1234',
    withCodes: false,
    firstAccount: { type: 'checking', name: 'Everyday' },
    further: [
      { type: 'savings', currency: 'usd', name: 'Rainy day' },
      { type: 'current', currency: 'eur', name: 'Lisbon flat' },
    ],
  },
  secure: {
    customer: {
      username: 'secure',
      email: 'secure@passbook.example',
      firstName: 'Jonas',
      middleName: '',
      lastName: 'Mensah',
      phone: '555 010 0177',
      sex: 'male',
      bornOn: '1986-11-02',
      occupation: 'Civil engineer',
      country: 'gb',
      state: 'England',
      city: 'Bristol',
      street: '8 Queen Square',
      kin: { ...kin, firstName: 'Abena', lastName: 'Mensah', address: '8 Queen Square' },
    },
    password: 'secure1234',
    pin: '4321',
    withCodes: true,
    firstAccount: { type: 'current', name: 'Practice' },
    further: [
      { type: 'savings', currency: 'gbp', name: 'House deposit' },
      { type: 'offshore', currency: 'try', name: 'Izmir project' },
    ],
  },
}
