import {
  IconArrowLeft,
  IconBuildingBank,
  IconChevronRight,
  IconCreditCard,
  IconCurrencyBitcoin,
} from '@tabler/icons-react'
import { t, told } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { type Method, methodNames, methodsFor } from './deposit-order.ts'
import classes from './deposits.module.css'

const icons = { card: IconCreditCard, bank: IconBuildingBank, bitcoin: IconCurrencyBitcoin }

/** The ways to add funds. Bitcoin needs the customer's flag and the bank's. */
export function MethodList({
  onPick,
  onBack,
}: {
  onPick: (method: Method) => void
  onBack: () => void
}) {
  const { user, allowCrypto } = useCustomer()
  const crypto = user.CryptoPayment === true && allowCrypto === true
  return (
    <div className={classes.stack}>
      <ul className={classes.methods}>
        {methodsFor({ crypto }).map((method) => {
          const Icon = icons[method]
          const { label, note } = methodNames[method]
          return (
            <li key={method}>
              <button type="button" className={classes.method} onClick={() => onPick(method)}>
                <span className={classes.icon}>
                  <Icon size={22} stroke={1.75} aria-hidden />
                </span>
                <span className={classes.words}>
                  <span className={classes.label}>{told(label)}</span>
                  <span className={classes.note}>{told(note)}</span>
                </span>
                <IconChevronRight size={20} className={classes.chevron} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      <div className={classes.leave}>
        <Button
          kind="quiet"
          icon={<IconArrowLeft size={18} stroke={2} aria-hidden />}
          onClick={onBack}
        >
          {t('Back')}
        </Button>
      </div>
    </div>
  )
}
