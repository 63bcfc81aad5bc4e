import { type OpenedRequest, openRequest } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { msg, t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts, useFeature } from '#session/customer.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { whenSettled } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { groupTyped } from '#ui/money-input.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { inCode } from '#widgets/by-code.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { canPay, onlyIn } from './asked-currency.ts'
import { type Desk, useDesk } from './desk.ts'
import { requestIn } from './read-code.ts'

/** The link of a request leads here: to the transfer, filled in, or to why there is nothing to pay. */
export function RequestGate({ token }: { token: string }) {
  const { desk } = useDesk()
  const known = useFeature('requests')
  const query = useQuery({
    queryKey: [...keys.request, token],
    queryFn: ({ signal }) => ask(openRequest, { token }, signal),
    enabled: known,
    gcTime: 0,
    staleTime: 0,
  })
  const { error } = query
  // Asking again would find it no more than now.
  if (error instanceof RequestError && error.code === 'not_yours') {
    return <Gone text={textOf(error)} />
  }
  if (!known) return <Gone text={t('This bank has no requests.')} />
  return (
    <Card className={layout.form}>
      <Loaded query={query} skeleton={<Skeleton rows={3} height={44} />}>
        {(request) => <Opened desk={desk} request={request} token={token} />}
      </Loaded>
    </Card>
  )
}

/** There is nothing to pay here, and a way on. */
const Gone = ({ text }: { text: string }) => (
  <Card className={layout.form}>
    <EmptyState text={text}>
      <LinkButton to={paths.overview} kind="tint">
        {t('Back to the overview')}
      </LinkButton>
    </EmptyState>
  </Card>
)

type OpenedProps = { desk: Desk; request: OpenedRequest; token: string }

function Opened({ desk, request, token }: OpenedProps) {
  const navigate = useNavigate()
  const accounts = useAccounts()
  const code = request.Currency.Code
  const open = request.State === 'open' && !request.Own
  const payable = open && accounts.some((account) => canPay(account, code))
  const adding = useSessionState('panel') === 'add-account'
  const { Amount, Number: acc_number, Name: acc_name, Note: description } = request

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is filled in once
  useEffect(() => {
    // The dialog that has just opened the account is an entry of the history, and closes first.
    if (!payable || adding) return
    const amount = groupTyped(requestIn(Amount), 0).text
    const from = { source_account: onlyIn(accounts, code), only_currency: code }
    const payee = { acc_number, acc_name, name_by: 'bank', request: token }
    const filled = { ...from, ...payee, amount, description }
    // An order on its way comes first; its panel is what the page shows then.
    desk.fill('local', filled)
    whenSettled(() => void navigate(paths.transfer, { replace: true }))
  }, [payable, adding])

  if (payable) return null
  if (open) return <NoAccount request={request} />
  return (
    <EmptyState text={request.Own ? t('You asked for this money yourself.') : told(over(request))}>
      <LinkButton to={request.Own ? paths.requests : paths.overview} kind="tint">
        {request.Own ? t('Your requests') : t('Back to the overview')}
      </LinkButton>
    </EmptyState>
  )
}

/** The bank changes no money on the way: who holds none of that currency cannot pay it. */
function NoAccount({ request: { Name: name, Amount, Currency } }: Pick<OpenedProps, 'request'>) {
  const session = useSession()
  return (
    <EmptyState
      text={t('{name} asks for {amount}. You have no account in {currency} to pay it from.', {
        name,
        amount: inCode(Currency.Code, Amount),
        currency: Currency.Code.toUpperCase(),
      })}
    >
      <Button kind="tint" onClick={() => session.openPanel('add-account')}>
        {t('Add account')}
      </Button>
    </EmptyState>
  )
}

function over({ State }: OpenedRequest): string {
  switch (State) {
    case 'paid':
      return msg('This request has been paid.')
    case 'paying':
      return msg('This request is being paid by somebody.')
    case 'declined':
      return msg('This request was declined.')
    case 'cancelled':
      return msg('This request was taken back.')
    default:
      return msg('This request has expired.')
  }
}
