import {
  autoRepayLoan,
  autoRepayPayee,
  instalmentOf,
  type Loan,
  type LoanStanding,
  toDecimal,
} from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { loansQuery } from '#api/due-lists.ts'
import { textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { alert } from '#ui/alert.tsx'
import { Switch } from '#ui/switch.tsx'
import { AccountSelect } from '#widgets/account-select.tsx'
import { type Approval, ApproveAction, wantsApproval } from '#widgets/approve-action.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { amountOf } from './loan-facts.ts'
import { RepayWords } from './loan-words.tsx'
import classes from './loans.module.css'

/** Each instalment on its day from an account: a switch, and the account beside it. */
export function AutoRepay({ loan, standing }: { loan: Loan; standing: LoanStanding }) {
  const auto = loan.AutoRepay ?? null
  const [account, setAccount] = useState(auto?.Account.Id ?? '')
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const names = useAccountNames()
  const amount = toDecimal(instalmentOf(standing))

  async function turn(on: boolean, approval?: Approval) {
    setBusy(true)
    try {
      await send(autoRepayLoan, { id: loan.Id, on, ...(on && { account, amount }), ...approval })
      await client.invalidateQueries(loansQuery)
      setAsked(false)
    } finally {
      setBusy(false)
    }
  }

  async function change(on: boolean) {
    if (on && account === '') return setMissing(true)
    try {
      await turn(on)
    } catch (error) {
      if (wantsApproval(error)) setAsked(true)
      else await alert(textOf(error))
    }
  }

  if (asked) {
    return (
      <ApproveAction
        order={{ source_account: account, amount, to: autoRepayPayee(loan.Id) }}
        onApproved={(approval) => turn(true, approval)}
        onRefused={(error) => {
          setAsked(false)
          void alert(textOf(error))
        }}
        onBack={() => setAsked(false)}
        back={paths.quickLoans}
      >
        <RepayWords loan={loan} amount={amount} account={account} note={t('every month')} />
      </ApproveAction>
    )
  }
  return (
    <div className={classes.auto}>
      <Switch
        label={t('Pay each instalment on its day')}
        note={t('At most {amount} a month, by itself', {
          amount: amountOf(loan, instalmentOf(standing)),
        })}
        on={auto !== null}
        busy={busy}
        onChange={(on) => void change(on)}
      />
      {loan.AutoRepayEnded ? (
        <p className={classes.trouble}>
          {t('It was switched off: {reason}. Choose another account.', {
            reason: told(loan.AutoRepayEnded),
          })}
        </p>
      ) : null}
      {auto?.Trouble ? (
        <p className={classes.trouble}>
          {t('The last one was not paid: {reason}. It is tried again.', {
            reason: told(auto.Trouble),
          })}
        </p>
      ) : null}
      {auto ? (
        <p className={classes.hint}>
          {t('From {account}', { account: names.get(auto.Account.Id) ?? auto.Account.Name })}
        </p>
      ) : (
        <AccountSelect
          label={t('Account for the instalments')}
          fits={({ Currency }) =>
            Currency.Code.toLowerCase() === loan.Account.Currency.Code.toLowerCase()
          }
          value={account}
          error={missing && t('Choose the account that pays')}
          onChange={(id) => {
            setMissing(false)
            setAccount(id)
          }}
        />
      )}
    </div>
  )
}
