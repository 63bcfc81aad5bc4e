import type { Page } from '@playwright/test'
import { amend, daysFromNow, pretendRead, qr } from './answers.ts'
import { inMain, press, pretend, type Shot, visit } from './shot.ts'

/** A section of the profile, which is shut on a phone. */
async function section(page: Page, id: string): Promise<void> {
  await visit(page, `/c/profile#${id}`)
  await page.locator(`#${id}`).scrollIntoViewIfNeeded()
}

const codes = Array.from({ length: 10 }, (_, at) => `4k7d-m2q${at}`)

type User = { user: Record<string, unknown> }

export const settings: Shot[] = [
  ...['password', 'pin', 'email', 'undo'].map(
    (id): Shot => ({ name: `profile-${id}`, whole: true, open: (page) => section(page, id) }),
  ),
  {
    ...{ name: 'profile-passkeys', whole: true },
    open: async (page) => {
      await pretendRead(page, 'passkeys', {
        List: [
          { Id: '1', Name: 'Phone', Created: daysFromNow(-40), Used: daysFromNow(-1) },
          { Id: '2', Name: 'Key on the ring', Created: daysFromNow(-3), Used: null },
        ],
        Site: '127.0.0.1',
      })
      await section(page, 'passkeys')
      await page.getByText('Key on the ring').waitFor()
    },
  },
  {
    ...{ name: 'profile-authenticator', whole: true },
    open: async (page) => {
      const data = { Qr: qr, Secret: 'JBSW Y3DP EHPK 3PXP', Uri: 'otpauth://totp/none' }
      await pretend(page, 'totp', { status: 'success', data })
      await section(page, 'authenticator')
      await press(page, 'Set up an app')
      await page.getByRole('img', { name: 'QR code' }).waitFor()
    },
  },
  {
    ...{ name: 'profile-backup-codes', whole: true },
    open: async (page) => {
      await amend<User>(page, 'init-user', ({ user }) => {
        user.UseAuthenticator = true
      })
      await pretend(page, 'backup-codes', { status: 'success', data: { Codes: codes } })
      await section(page, 'authenticator')
      await press(page, 'Make backup codes')
      await page.getByRole('list', { name: 'Backup codes' }).waitFor()
    },
  },
  {
    name: 'security-freeze',
    open: async (page) => {
      await visit(page, '/c/profile/security')
      await inMain(page, 'Freeze everything').click()
    },
  },
  {
    ...{ name: 'security-frozen', whole: true },
    open: async (page) => {
      await amend<User>(page, 'init-user', ({ user }) => {
        user.Frozen = true
      })
      await visit(page, '/c/profile/security')
      await page.getByText('Everything is frozen.').waitFor()
    },
  },
  {
    ...{ name: 'security-limits', whole: true },
    open: async (page) => {
      await pretendRead(page, 'limits', {
        ...{ PerDay: '1500.00', PerTransfer: '500.00', BankPerDay: '50000.00' },
        ...{ SentToday: '420.00', Frozen: false, CoolingUntil: daysFromNow(1) },
        Coming: { PerDay: '5000.00', PerTransfer: null, From: daysFromNow(1) },
      })
      await pretendRead(page, 'sessions', [
        ...[session('Chrome on Windows', true), session('Safari on iPhone', false)],
      ])
      await visit(page, '/c/profile/security')
      await page.getByText('Safari on iPhone').first().waitFor()
    },
  },
  {
    ...{ name: 'support-tickets', whole: true },
    open: async (page) => {
      const [Email, Created] = ['ada@example.com', daysFromNow(-2)]
      await pretendRead(page, 'support', {
        List: [
          {
            ...{ Ticket: 'PB-000123', Subject: 'My card', Email, Created },
            Content: 'Where is my card? It should have been here on Monday.',
          },
          { Ticket: 'PB-000088', Subject: 'A new card', Email, Created, Content: 'Please.' },
        ],
      })
      await visit(page, '/c/support')
      await page.getByText('PB-000123').first().waitFor()
    },
  },
  {
    name: 'recipient-remove',
    open: async (page) => {
      await visit(page, '/c')
      await press(page, 'Manage recipients')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('listitem').getByRole('button').first().click()
    },
  },
]

const session = (Device: string, Current: boolean) => ({
  ...{ Id: Device, Device, Current, Address: '203.0.113.0/24' },
  ...{ SignedIn: daysFromNow(-9), LastUsed: daysFromNow(-1) },
})
