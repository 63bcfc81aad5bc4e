import type { Page } from '@playwright/test'
import { daysFromNow, pretendRead, qr } from './answers.ts'
import { inMain, press, pretend, type Shot, screen, visit } from './shot.ts'

const opened = {
  ...{ Amount: '125.50', Currency: { Code: 'usd' }, Note: 'Holiday', Expires: daysFromNow(14) },
  ...{ State: 'open', Name: 'Beatrice Stone', Number: '7010019934', Own: false },
}

const request = {
  ...{ Id: '1', Amount: '125.50', Currency: { Code: 'usd' }, Note: 'Holiday' },
  ...{ Created: daysFromNow(-1), Expires: daysFromNow(13), Seen: null, PaidBy: null },
  ...{ State: 'open', Account: { Name: 'Everyday', Number: '7658946343' } },
  Link: 'https://bank.example.com/pay/Ym9vayBvZiBwYXNz-c2V2ZW4gcXVpZXQ',
}

const requests = [
  request,
  { ...request, Id: '2', Note: 'Concert tickets', Seen: daysFromNow(0) },
  { ...request, Id: '3', Note: 'Dinner on Friday', State: 'paid', PaidBy: 'Emeka Okafor' },
  { ...request, Id: '4', Note: '', State: 'declined', Amount: '1250.00' },
  { ...request, Id: '5', Note: 'Half of the rent', State: 'expired' },
]

async function withRequests(page: Page): Promise<void> {
  await pretendRead(page, 'requests/*/qr', { qr })
  await pretendRead(page, 'requests', { List: requests })
  await visit(page, '/c/requests')
  await page.getByText('Concert tickets').waitFor()
}

/** Asking for money, and being asked for it. */
export const asked: Shot[] = [
  {
    ...{ name: 'transfer-asked', whole: true },
    open: async (page) => {
      await pretendRead(page, 'request/**', opened)
      await visit(page, '/pay/none')
      await page.getByRole('group', { name: 'Asked for by' }).waitFor()
    },
  },
  {
    name: 'transfer-asked-decline',
    open: async (page) => {
      await pretendRead(page, 'request/**', opened)
      await visit(page, '/pay/none')
      await press(page, 'Decline')
      await page.getByRole('button', { name: 'Decline it' }).waitFor()
    },
  },
  {
    name: 'request-over',
    open: async (page) => {
      await pretendRead(page, 'request/**', { ...opened, State: 'paid' })
      await visit(page, '/pay/none')
      await page.getByText('This request has been paid.').waitFor()
    },
  },
  screen('pay-code', '/c/pay-code'),
  screen('requests', '/c/requests', 'newcomer'),
  { ...{ name: 'requests-listed', whole: true }, open: withRequests },
  {
    name: 'requests-link',
    open: async (page) => {
      await withRequests(page)
      await inMain(page, 'Link').click()
      await page.getByRole('dialog').getByText(request.Link).waitFor()
    },
  },
  {
    ...{ name: 'requests-cancel', whole: true },
    open: async (page) => {
      await withRequests(page)
      await inMain(page, /^Cancel the request/).click()
    },
  },
  {
    ...{ name: 'requests-made', whole: true },
    open: async (page) => {
      await pretendRead(page, 'requests/*/qr', { qr })
      await pretend(page, 'requests', { status: 'success', data: request })
      await visit(page, '/c/requests')
      await page.getByLabel('Into account').selectOption({ index: 1 })
      await page.getByLabel('Amount', { exact: true }).fill('125.50')
      await press(page, 'Ask for money')
      await page.getByRole('heading', { name: 'Send this link' }).waitFor()
    },
  },
]
