import { bitcoinWallet, dayIn, limits, messages } from '@passbook/contract'
import { useEffect, useRef, useState } from 'react'
import { send } from '#api/client.ts'
import { page } from '#api/page.ts'
import { textOf } from '#api/texts.ts'
import { msg, t, told } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { useForm } from '#ui/form.ts'
import { useTold } from '#ui/use-told.ts'
import { BitcoinPanel, PendingPanel, type Wallet } from './bitcoin-panel.tsx'
import { ConfirmPanel } from './confirm-panel.tsx'
import { DepositForm } from './deposit-form.tsx'
import { blankDeposit, depositCheck, type Method, methodNames } from './deposit-order.ts'
import { MethodList } from './method-list.tsx'
import { Processing } from './processing.tsx'
import { StepPanel } from './step-panel.tsx'

type Step =
  | { at: 'methods' }
  | { at: 'form'; method: Method }
  | { at: 'confirm'; method: Method }
  | { at: 'wallet'; method: Method; wallet: Wallet }
  | { at: 'pending'; method: Method }

const order = ['methods', 'form', 'confirm', 'wallet', 'pending']
export const firstTitle = msg('Select Deposit Method')

/** Adding funds, from the list of methods to its end. What was typed stays until it is over. */
export function DepositFlow({
  onTitle,
  onBusy,
  onLeave,
  onDone,
}: {
  /** What the header above is to say, in English. */
  onTitle: (title: string) => void
  onBusy: (busy: boolean) => void
  /** The way out of the list of methods. */
  onLeave: () => void
  /** What follows the last OK; without it the list of methods comes back. */
  onDone?: () => void
}) {
  const { step, before, go } = useSteps(onTitle)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(blankDeposit)
  const form = useForm(blankDeposit)
  useTold(form.problem)
  const account = useAccounts().find(({ Id }) => Id === form.values.account)

  // A navigation may end the flow in the middle of its work.
  useEffect(() => () => onBusy(false), [onBusy])

  const work = (working: boolean) => {
    setBusy(working)
    onBusy(working)
  }
  const over = () => {
    form.reset()
    go({ at: 'methods' })
  }
  const confirm = useConfirm(step, work, go)
  const place = {
    arrived: before !== null,
    back: order.indexOf(before ?? '') > order.indexOf(step.at),
  }

  return (
    <Processing busy={busy}>
      {step.at === 'methods' ? (
        <StepPanel name={t('Methods')} key={step.at} {...place}>
          <MethodList onPick={(method) => go({ at: 'form', method })} onBack={onLeave} />
        </StepPanel>
      ) : null}
      {step.at === 'form' ? (
        <StepPanel name={told(methodNames[step.method].label)} key={step.at} {...place}>
          <DepositForm
            method={step.method}
            form={form}
            account={account}
            onBack={() => go({ at: 'methods' })}
            onSubmit={form.check(depositCheck(step.method, today()), (values) => {
              setChosen(values)
              go({ at: 'confirm', method: step.method })
            })}
          />
        </StepPanel>
      ) : null}
      {step.at === 'confirm' && account ? (
        <StepPanel name={t('Confirm Transaction')} key={step.at} {...place}>
          <ConfirmPanel
            method={step.method}
            values={chosen}
            account={account}
            onBack={() => go({ at: 'form', method: step.method })}
            onConfirm={confirm}
          />
        </StepPanel>
      ) : null}
      {step.at === 'wallet' && account ? (
        <StepPanel name={t('Bitcoin payment')} key={step.at} {...place}>
          <BitcoinPanel
            wallet={step.wallet}
            amount={chosen.amount}
            account={account}
            onCancel={over}
            onBusy={work}
            onLogged={() => go({ at: 'pending', method: step.method })}
          />
        </StepPanel>
      ) : null}
      {step.at === 'pending' ? (
        <StepPanel name={t('Deposit pending')} key={step.at} {...place}>
          <PendingPanel onOk={onDone ?? over} />
        </StepPanel>
      ) : null}
    </Processing>
  )
}

/** Where the flow is and where it came from. The header says the method while one is open. */
function useSteps(onTitle: (title: string) => void) {
  const [{ step, before }, setPlace] = useState<{ step: Step; before: string | null }>({
    step: { at: 'methods' },
    before: null,
  })
  const title = 'method' in step ? methodNames[step.method].label : firstTitle
  useEffect(() => {
    onTitle(title)
    return () => onTitle(firstTitle)
  }, [title, onTitle])
  const go = (next: Step) => setPlace((now) => ({ step: next, before: now.step.at }))
  return { step, before, go }
}

/**
 * What the last word on the table does. Card and bank make no call at all: they are refused after
 * a while. Bitcoin needs the bank's wallet first.
 */
function useConfirm(step: Step, work: (busy: boolean) => void, go: (step: Step) => void) {
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  async function fetchWallet() {
    try {
      const { data } = await send(bitcoinWallet, {})
      if (alive.current) go({ at: 'wallet', method: 'bitcoin', wallet: data.data })
    } catch (error) {
      return textOf(error)
    }
  }

  async function refuse() {
    await new Promise((done) => setTimeout(done, limits.fakeDepositMs))
    return told(messages.depositUnavailable)
  }

  return async () => {
    work(true)
    const problem =
      step.at === 'confirm' && step.method === 'bitcoin' ? await fetchWallet() : await refuse()
    if (!alive.current) return
    work(false)
    if (problem) await alert(problem)
  }
}

const today = () => dayIn(new Date(), page.bankZone)
