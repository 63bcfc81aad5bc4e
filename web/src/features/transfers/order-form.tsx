import { type Account, messages, parseMoney } from '@passbook/contract'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accountsIn, initUserQuery } from '#api/init-user.ts'
import { newKey } from '#api/order-key.ts'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { useAccounts, useCustomer, useFeature } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Button } from '#ui/button.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import { firstProblem, type Problem } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useHere } from '#ui/use-here.ts'
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { symbolIn } from '#widgets/by-code.ts'
import { CardFields } from '#widgets/card-fields.tsx'
import { canBeLocal, type Looked } from '#widgets/name-lookup.ts'
import { OwnSettingHint } from '#widgets/own-setting.tsx'
import { WalletField } from '#widgets/wallet-field.tsx'
import { canPay } from './asked-currency.ts'
import { AskedPayee } from './asked-payee.tsx'
import type { FormProblem, Kind, Order, Values } from './flow.ts'
import { blanks, onlyPayer, rateOf, receivedOf, schemas } from './orders.ts'
import { isPersonKind } from './payee.ts'
import { PayeeFields } from './payee-fields.tsx'
import { PickedPayee } from './picked-payee.tsx'
import classes from './transfers.module.css'
import { isResolved, useOrderForm } from './use-order-form.ts'

/** The first panel of a transfer. It sends nothing: confirm, PIN and code follow. */
export function OrderForm({
  kind,
  draft,
  problem,
  sentBefore,
  onDraft,
  onTold,
  onReady,
  onBack,
  onOverlay,
}: {
  kind: Kind
  draft: Values
  /** What the bank found wrong with it. */
  problem: FormProblem | undefined
  /** The key of the same order, where it may have been sent already. */
  sentBefore: string | undefined
  onDraft: (values: Values) => void
  onTold: () => void
  onReady: (order: Order) => void
  onBack: () => void
  onOverlay: (open: boolean) => void
}) {
  const client = useQueryClient()
  const here = useHere()
  const accounts = useAccounts()
  const repeatable = useFeature('idempotency')
  const undoable = useFeature('undo')
  const noted = useFeature('notes')
  const keepsRate = useFeature('shown-rate')
  const { undoSeconds: wanted } = useCustomer()
  const undoSeconds = undoable ? wanted : undefined
  // The problem is told once; the way to what it comes from stays until the order is sent again.
  const [setting] = useState(problem?.setting)
  const payerId = draft.source_account || (onlyPayer(accounts)?.Id ?? '')
  const form = useOrderForm(
    { ...draft, source_account: payerId },
    {
      local: kind === 'local',
      own: accounts,
      problem,
      onDraft,
      onTold,
    },
  )
  const { values, field } = form
  const accountOf = (id: string | undefined) => accounts.find(({ Id }) => Id === id)
  const source = accountOf(values.source_account)
  const asked = kind === 'local' && values.request !== ''
  const only = values.only_currency ?? ''
  const person = !asked && isPersonKind(kind) ? kind : null

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { values: filled, looked } = await form.settled()
    const found =
      kind === 'local' ? problemOfLocal(filled, looked, accounts) : problemOf(kind, filled)
    if (found) return form.fail(atTypedField(found, filled), emptyOf(kind, filled))
    const payer = accountOf(filled.source_account)
    // What plainly is not there need not go through PIN and code first. An order that may have been
    // made already is asked about all the same: its money may be what is missing.
    const amount = parseMoney(filled.amount ?? '') ?? 0n
    if (!sentBefore && payer && amount > (await available(client, payer, amount))) {
      return form.fail({ message: told(messages.insufficientFunds), field: 'amount' })
    }
    const target = accountOf(filled.destination_account)
    const key = sentBefore ?? newKey()
    const rate = keepsRate ? rateOf(payer, target) : undefined
    // A note may also come from a code that was scanned.
    const sent = noted ? filled : { ...filled, description: '' }
    const again = sentBefore !== undefined && { sentBefore: true }
    const order = { kind, values: sent, key, repeatable, undoSeconds, rate, ...again }
    // Less than the smallest coin of the other currency buys nothing.
    if (payer && target && receivedOf(order, payer, target) === 0n) {
      return form.fail({ message: told(messages.amountInvalid), field: 'amount' })
    }
    form.clear()
    // Who has gone back while the bank was asked is not taken on.
    if (here.current) onReady(order)
  }

  return (
    <form className={layout.stack} onSubmit={(event) => void submit(event)} noValidate>
      {sentBefore ? (
        <Notice kind="info">
          {t(
            'The page was left while this transfer was on its way. Enter the card again to learn what became of it: it is never paid twice.',
          )}
        </Notice>
      ) : null}
      <OwnSettingHint setting={setting} />
      {asked ? <AskedPayee values={values} onEnd={() => form.put(blanks.local)} /> : null}
      {person ? <PickedPayee kind={person} form={form} onOverlay={onOverlay} /> : null}
      <AccountSelect
        label={t('Source account')}
        hint={undefined}
        fits={(account) => canPay(account, only)}
        {...field('source_account')}
      />
      <MoneyField
        hero
        label={t('Amount')}
        symbol={source ? symbolOf(source) : symbolIn(only || 'usd')}
        placeholder="0.00"
        hint={source && <Available account={source} />}
        readOnly={asked}
        {...field('amount')}
      />
      {kind === 'own' ? (
        <AccountSelect label={t('Destination account')} {...field('destination_account')} />
      ) : null}
      {kind === 'own' && accounts.length < 2 ? <OnlyAccount /> : null}
      {person ? <PayeeFields kind={person} form={form} /> : null}
      {kind === 'card' ? (
        <CardFields field={form.textField} cvv={form.textField('card_cv2')} />
      ) : null}
      {kind === 'crypto' ? <WalletField {...field('wallet_address')} /> : null}
      {noted ? (
        <TextField
          label={t('Note')}
          optional
          autoComplete="off"
          maxLength={140}
          {...field('description')}
        />
      ) : null}
      <FlowFooter>
        <Button kind="plain" onClick={onBack}>
          {t('BACK')}
        </Button>
        <Button type="submit">{t('PROCEED')}</Button>
      </FlowFooter>
    </form>
  )
}

/** What can be sent. */
function Available({ account }: { account: Account }) {
  return (
    <Trans
      id="Available <sum>{amount}</sum>"
      values={{ amount: inCurrency(account, account.AvailableBalance) }}
      parts={{ sum: (amount) => <bdi className={classes.sum}>{amount}</bdi> }}
    />
  )
}

/** What an account can pay. The bank is asked where it seems too little: more may have come just now. */
async function available(client: QueryClient, held: Account, wanted: bigint): Promise<bigint> {
  if (wanted <= held.AvailableBalance) return held.AvailableBalance
  const now = await client.fetchQuery({ ...initUserQuery, staleTime: 0 }).catch(() => null)
  const account = now && accountsIn(now).find(({ Id }) => Id === held.Id)
  return (account ?? held).AvailableBalance
}

/** Whoever has one account can move nothing between two; what was typed waits for the second. */
function OnlyAccount() {
  const session = useSession()
  return (
    <Notice kind="info">
      <p>{t('You have one account only. Open another one to move money between them.')}</p>
      <Button
        kind="tint"
        size="sm"
        className={classes.add}
        icon={<IconPlus size={18} stroke={2} aria-hidden />}
        onClick={() => session.openPanel('add-account')}
      >
        {t('Add account')}
      </Button>
    </Notice>
  )
}

/** The first check of a form that fails. */
function problemOf(kind: Kind, values: Values): Problem | null {
  const found = firstProblem(schemas[kind], values)
  return found && { ...found, message: told(found.message) }
}

/**
 * What is wrong with a local order. It goes on only with a name that the bank stands for, whatever was
 * typed in its place.
 */
function problemOfLocal(
  values: Values,
  looked: Looked | null,
  own: readonly Account[],
): Problem | null {
  const found = problemOf('local', values)
  if (found && found.field !== 'acc_name') return found
  const { acc_number = '', payee_verdict, payee_anyway } = values
  if (!found && isResolved(values) && canBeLocal(acc_number, own)) {
    const warned = payee_verdict === 'none' && payee_anyway !== 'true'
    return warned
      ? { message: t('The name does not match the account'), field: 'payee_name' }
      : null
  }
  return { message: reasonOf(looked), field: 'acc_number' }
}

/** Why the bank gives no name. */
function reasonOf(looked: Looked | null): string {
  if (looked?.state === 'limited') return looked.message
  if (looked?.state === 'unanswered') return told(messages.connectionError)
  return told(messages.payeeUnknown)
}

/** What a form takes without. The name behind a number of this bank is not typed. */
const optional: readonly string[] = [
  ...['description', 'name_by', 'save_recipient'],
  ...['payee_name', 'payee_verdict', 'payee_anyway', 'request', 'only_currency'],
]

/** The fields that are still to be filled in: one problem is told, and all of them are marked. */
function emptyOf(kind: Kind, values: Values): string[] {
  const asked = Object.keys(blanks[kind]).filter((name) => !optional.includes(name))
  return asked.filter((name) => !values[name]?.trim() && !(kind === 'local' && name === 'acc_name'))
}

/** The field to mark: of two that are missing the upper one. */
function atTypedField({ message, field }: Problem, { swift }: Values): Problem {
  if (field === 'bank_name' && swift === '') return { message, field: 'swift' }
  return { message, field }
}
