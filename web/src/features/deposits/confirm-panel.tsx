import { type Account, parseMoney } from '@passbook/contract'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { inCurrency } from '#widgets/account-facts.ts'
import { maskedCard } from '#widgets/card-number.ts'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { type DepositValues, type Method, methodNames } from './deposit-order.ts'
import classes from './deposits.module.css'
import { OtherWays } from './other-ways.tsx'

/** What is about to be ordered. The sample below it is fixed and says that it is one. */
export function ConfirmPanel({
  method,
  values,
  account,
  onBack,
  onConfirm,
}: {
  method: Method
  values: DepositValues
  account: Account
  onBack: () => void
  onConfirm: () => Promise<void>
}) {
  const names = useAccountNames()
  const card: Fact[] = [
    { label: t('Card name'), value: values.card_name },
    { label: t('Card number'), value: <bdi>{maskedCard(values.card_number)}</bdi> },
  ]
  const facts: Fact[] = [
    { label: t('Method'), value: told(methodNames[method].method) },
    ...(method === 'card' ? card : []),
    {
      label: t('Amount'),
      value: <bdi>{inCurrency(account, parseMoney(values.amount) ?? 0n)}</bdi>,
    },
    { label: t('Recipient Account'), value: `${names.get(account.Id)} · ${account.Number}` },
  ]
  return (
    <div className={layout.stack}>
      <h3 className={classes.stepTitle}>{t('Confirm Transaction')}</h3>
      <Facts facts={facts} />
      {method === 'card' ? (
        <p className={cx(layout.note, classes.example)}>
          {t(
            'Example: when you are adding $3,000.00, the amount above reads $3,000.00. Nothing is taken from a card before the bank has confirmed the deposit.',
          )}
        </p>
      ) : null}
      <FlowFooter>
        <Button kind="plain" onClick={onBack}>
          {t('BACK')}
        </Button>
        <Button onClick={() => void onConfirm()}>{t('CONFIRM')}</Button>
      </FlowFooter>
      {method === 'bitcoin' ? null : <OtherWays account={account} />}
    </div>
  )
}
