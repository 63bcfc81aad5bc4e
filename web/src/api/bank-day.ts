import { dayIn } from '@passbook/contract'
import { page } from './page.ts'
import { bankNow } from './server-time.ts'

/** The bank's day today: of its clock and its zone, whatever those of this device say. */
export const bankToday = (): string => dayIn(bankNow(), page.bankZone)
