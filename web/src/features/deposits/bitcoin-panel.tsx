import { type Account, initBitcoinDeposit, messages, parseMoney } from '@passbook/contract'
import { IconClock, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '#api/client.ts'
import { accountsMoved } from '#api/money-moved.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { toSent } from '#ui/money-input.ts'
import { toast } from '#ui/toasts.tsx'
import { codeOf, inCurrency } from '#widgets/account-facts.ts'
import { BitcoinAmount, useBitcoins } from './bitcoin-amount.tsx'
import { usdOf } from './deposit-order.ts'
import classes from './deposits.module.css'

export type Wallet = { walletId: string; qr: string }

/** Where to send the coins. Once they are on their way, the customer logs the payment. */
export function BitcoinPanel({
  wallet,
  amount,
  account,
  onCancel,
  onBusy,
  onLogged,
}: {
  wallet: Wallet
  amount: string
  account: Account
  onCancel: () => void
  onBusy: (busy: boolean) => void
  onLogged: () => void
}) {
  const client = useQueryClient()
  const keys = useOrderKeys('order-deposit')
  const usd = usdOf(amount, account)
  const bitcoins = useBitcoins(usd)
  const qr = pictureOf(bitcoins.quote?.qr ?? wallet.qr)

  async function log() {
    const order = { account: account.Id, amount: toSent(amount) }
    // The price may differ at the second try; the deposit is the same.
    const onceKey = keys.keyFor(order)
    onBusy(true)
    try {
      await send(initBitcoinDeposit, { ...order, usd }, { onceKey })
      keys.done()
      void accountsMoved(client, [account.Id])
      onBusy(false)
      onLogged()
    } catch (error) {
      onBusy(false)
      await alert(orderText(error, onceKey))
    }
  }

  return (
    <div className={layout.stack}>
      <div className={classes.pay}>
        <p className={layout.note}>{t('Send Bitcoin worth')}</p>
        <p className={classes.payAmount}>
          <bdi>{inCurrency(account, parseMoney(amount) ?? 0n)}</bdi>
        </p>
        {codeOf(account) === 'USD' ? null : (
          <p className={layout.note}>{t('about {amount} USD', { amount: usd })}</p>
        )}
        <BitcoinAmount {...bitcoins} />
      </div>
      {qr ? <img className={classes.qr} src={qr} alt={t('QR code of the wallet address')} /> : null}
      <div className={classes.wallet}>
        <p className={classes.walletLabel}>{t('Wallet address')}</p>
        <div className={classes.address}>
          <bdi>{wallet.walletId}</bdi>
          <button
            type="button"
            className={cx(layout.tool, classes.copy)}
            aria-label={t('Copy wallet address')}
            onClick={() => void copy(wallet.walletId)}
          >
            <IconCopy size={20} stroke={1.75} aria-hidden />
          </button>
        </div>
      </div>
      <FlowFooter>
        <Button kind="plain" onClick={onCancel}>
          {t('CANCEL')}
        </Button>
        <Button onClick={() => void log()}>{t('LOG PAYMENT')}</Button>
      </FlowFooter>
    </div>
  )
}

/** How the base64 of each kind of picture begins. */
const pictures = [
  ['iVBORw0KGgo', 'png'],
  ['/9j/', 'jpeg'],
  ['R0lGOD', 'gif'],
  ['UklGR', 'webp'],
  ['PHN2Zy', 'svg+xml'],
  ['PD94bW', 'svg+xml'],
] as const

/** The address of a picture. Another server may send its base64 alone, or the text of an SVG. */
export function pictureOf(qr: string): string {
  const text = qr.trim()
  if (/^<(?:svg|\?xml)/.test(text)) return `data:image/svg+xml,${encodeURIComponent(text)}`
  const kind = pictures.find(([start]) => text.startsWith(start))?.[1]
  return kind ? `data:image/${kind};base64,${text.replaceAll(/\s/g, '')}` : text
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast({ message: told(messages.walletCopied) })
  } catch {
    toast({ kind: 'error', message: t('Select the address and copy it by hand') })
  }
}

/** The end of a Bitcoin deposit: it is logged, and the bank waits for the coins. */
export function PendingPanel({ onOk }: { onOk: () => void }) {
  return (
    <div className={classes.pending}>
      <span className={classes.clock}>
        <IconClock size={32} stroke={1.75} aria-hidden />
      </span>
      <p className={classes.pendingText}>{told(messages.depositPending)}</p>
      <Button wide onClick={onOk}>
        {t('OK')}
      </Button>
    </div>
  )
}
