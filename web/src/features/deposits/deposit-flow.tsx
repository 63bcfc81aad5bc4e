import { bitcoinWallet, limits, messages } from '@passbook/contract'
import { useEffect, useRef, useState } from 'react'
import { bankToday } from '#api/bank-day.ts'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { msg, t, told } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { makeDraft } from '#ui/draft.ts'
import { useForm } from '#ui/form.ts'
import { useRestorer } from '#ui/layers.ts'
import { StepPanel, useArrival } from '#ui/step-panel.tsx'
import { Trail, useBareAddress } from '#ui/trail.tsx'
import { useHere } from '#ui/use-here.ts'
import { useTold } from '#ui/use-told.ts'
import { useOwner } from '#widgets/kept-form.ts'
import { BitcoinPanel, PendingPanel, type Wallet } from './bitcoin-panel.tsx'
import { ConfirmPanel } from './confirm-panel.tsx'
import { DepositForm } from './deposit-form.tsx'
import { blankDeposit, type DepositValues, depositCheck, methodNames } from './deposit-order.ts'
import { placesOf, type Step, stepAt } from './deposit-places.ts'
import { MethodList } from './method-list.tsx'
import { Processing } from './processing.tsx'

// What was typed so far; of a card nothing is kept.
const draft = makeDraft('deposit', blankDeposit, [
  'card_name',
  'card_number',
  'card_expiry',
  'card_cv2',
])

const order = ['methods', 'form', 'confirm', 'wallet', 'pending']
export const firstTitle = msg('Select Deposit Method')

/** Adding funds, from the list of methods to its end. What was typed stays until it is over. */
export function DepositFlow({
  onTitle,
  onBusy,
  onLeave,
  onDone,
  path,
}: {
  /** What the header above is to say, in English. */
  onTitle: (title: string) => void
  onBusy: (busy: boolean) => void
  /** The way out of the list of methods. */
  onLeave: () => void
  /** What follows the last OK; without it the list of methods comes back. */
  onDone?: () => void
  /** The page that the steps belong to; in a dialog the address stays that of the page below. */
  path?: string
}) {
  const { step, go } = useSteps(onTitle)
  const [busy, setBusy] = useState(false)
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
  const trail = useTrail({ form, step, busy, go, path })
  const place = { ...useArrival(step.at, order), withTitle: true }

  return (
    <Processing busy={busy}>
      <Trail steps={trail} />
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
            onSubmit={form.check(depositCheck(step.method, today()), () =>
              go({ at: 'confirm', method: step.method }),
            )}
          />
        </StepPanel>
      ) : null}
      {step.at === 'confirm' && account ? (
        <StepPanel name={t('Confirm Transaction')} key={step.at} {...place}>
          <ConfirmPanel
            method={step.method}
            values={form.values}
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
            amount={form.values.amount}
            account={account}
            onCancel={over}
            onBusy={work}
            onLogged={() => {
              form.reset()
              go({ at: 'pending', method: step.method })
            }}
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

type TrailProps = {
  form: ReturnType<typeof useForm<DepositValues>>
  step: Step
  busy: boolean
  go: (step: Step) => void
  path: string | undefined
}

/** The way that a deposit has come, in the history, and what was typed, for a reload. */
function useTrail({ form, step, busy, go, path }: TrailProps) {
  const owner = useOwner()
  const accounts = useAccounts()
  const { values, fill } = form
  const wallet = useRef<Wallet>(null)
  if (step.at === 'wallet') wallet.current = step.wallet

  useBareAddress(path)
  useRestorer('deposit', (names) => {
    if (busy || step.at === 'pending') return 0
    const known = values === blankDeposit ? draft.read(owner) : values
    const places = names.map((name) => name.slice('deposit:'.length))
    const to = stepAt(places, {
      wallet: wallet.current,
      isWhole: (method) =>
        accounts.some(({ Id }) => Id === known.account) &&
        depositCheck(method, today()).safeParse(known).success,
    })
    fill(known)
    go(to)
    return placesOf(to).length
  })
  // A form that nobody has touched keeps nothing: what was kept may still have to be read.
  const touched = useRef(false)
  useEffect(() => {
    touched.current ||= values !== blankDeposit
    if (touched.current) draft.keep(values, owner)
  }, [values, owner])

  const places = placesOf(step)
  return places.map((place, at) => ({
    name: `deposit:${place}`,
    address: path && `${path}?step=${place}`,
    locked: busy,
    close: () => go(stepAt(places.slice(0, at), { isWhole: () => true, wallet: null })),
  }))
}

/** Where the flow is. The header says the method while one is open. */
function useSteps(onTitle: (title: string) => void) {
  const [step, go] = useState<Step>({ at: 'methods' })
  const title = 'method' in step ? methodNames[step.method].label : firstTitle
  useEffect(() => {
    onTitle(title)
    return () => onTitle(firstTitle)
  }, [title, onTitle])
  return { step, go }
}

/**
 * What the last word on the table does. Card and bank make no call at all: they are refused after
 * a while. Bitcoin needs the bank's wallet first.
 */
function useConfirm(step: Step, work: (busy: boolean) => void, go: (step: Step) => void) {
  const here = useHere()

  async function fetchWallet() {
    try {
      const { data } = await send(bitcoinWallet, {})
      if (here.current) go({ at: 'wallet', method: 'bitcoin', wallet: data.data })
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
    if (!here.current) return
    work(false)
    if (problem) await alert(problem)
  }
}

const today = bankToday
