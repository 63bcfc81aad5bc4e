import {
  IconArrowLeft,
  IconBuildingBank,
  IconCreditCard,
  IconCurrencyBitcoin,
} from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { ChoiceList } from '#widgets/choice-list.tsx'
import { type Method, methodNames, methodsFor } from './deposit-order.ts'
import classes from './deposits.module.css'
import { ReceiveCard } from './receive-card.tsx'

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
    <div className={layout.stack}>
      <ChoiceList
        choices={methodsFor({ crypto }).map((key) => ({
          key,
          icon: icons[key],
          ...methodNames[key],
        }))}
        onPick={onPick}
      />
      <div className={classes.leave}>
        <Button
          kind="quiet"
          icon={<IconArrowLeft size={18} stroke={2} aria-hidden />}
          onClick={onBack}
        >
          {t('Back')}
        </Button>
      </div>
      <ReceiveCard />
    </div>
  )
}
