/** Somebody at another bank, as a transfer names them. */
type Payee = { name: string; accountNumber: string; bank: string; swift?: string }

/** Whom the demo customers pay at other banks: each has one account, and keeps it. */
export const payees = {
  landlord: { name: 'Harbour Street Lettings', accountNumber: '4410028812', bank: 'Wells Fargo' },
  office: { name: 'Queen Square Offices', accountNumber: '3067719940', bank: 'Barclays' },
  mother: { name: 'Grace Okafor', accountNumber: '7720416685', bank: 'Citibank' },
  flatmate: { name: 'Priya Raman', accountNumber: '8830071154', bank: 'Chase' },
  friend: { name: 'Jo Whitfield', accountNumber: '5914402276', bank: 'Bank of America' },
  brother: { name: 'Kwame Mensah', accountNumber: '2218850937', bank: 'HSBC UK' },
  house: {
    name: 'Condomínio Alfama',
    accountNumber: 'PT50000201231234567890154',
    bank: 'Caixa Geral de Depósitos',
    swift: 'CGDIPTPL',
  },
  carpenter: {
    name: 'Atelier Duarte',
    accountNumber: 'PT50003506510000044783021',
    bank: 'Caixa Geral de Depósitos',
    swift: 'CGDIPTPL',
  },
  supplier: {
    name: 'Acme GmbH',
    accountNumber: 'DE89370400440532013000',
    bank: 'Commerzbank',
    swift: 'COBADEFF',
  },
  builder: {
    name: 'Ege Yapı A.Ş.',
    accountNumber: 'TR330006100519786457841326',
    bank: 'Yapı Kredi',
    swift: 'YAPITRIS',
  },
} as const satisfies Record<string, Payee>

export type PayeeName = keyof typeof payees
