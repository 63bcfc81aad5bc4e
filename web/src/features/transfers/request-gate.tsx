import { type OpenedRequest, openRequest } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ask } from '#api/client.ts'
import { msg, t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { groupTyped } from '#ui/money-input.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { type Desk, useDesk } from './desk.ts'
import { requestIn } from './read-code.ts'

/** The link of a request leads here: to the transfer, filled in, or to why there is nothing to pay. */
export function RequestGate({ token }: { token: string }) {
  const { desk } = useDesk()
  const known = useFeature('requests')
  const query = useQuery({
    queryKey: ['request', token],
    queryFn: ({ signal }) => ask(openRequest, { token }, signal),
    enabled: known,
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Card className={layout.form}>
      {known ? (
        <Loaded query={query} skeleton={<Skeleton rows={3} height={44} />}>
          {(request) => <Opened desk={desk} request={request} token={token} />}
        </Loaded>
      ) : (
        <EmptyState text={t('This bank has no requests.')} />
      )}
    </Card>
  )
}

type OpenedProps = { desk: Desk; request: OpenedRequest; token: string }

function Opened({ desk, request, token }: OpenedProps) {
  const navigate = useNavigate()
  const payable = request.State === 'open' && !request.Own
  const { Amount, Number: acc_number, Name: acc_name, Note: description } = request

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is filled in once
  useEffect(() => {
    if (!payable) return
    const amount = groupTyped(requestIn(Amount), 0).text
    const filled = { amount, acc_number, acc_name, description, name_by: 'bank', request: token }
    // An order on its way comes first; its panel is what the page shows then.
    desk.fill('local', filled)
    void navigate(paths.transfer, { replace: true })
  }, [])

  if (payable) return null
  return (
    <EmptyState text={request.Own ? t('You asked for this money yourself.') : told(over(request))}>
      <LinkButton to={request.Own ? paths.requests : paths.overview} kind="tint">
        {request.Own ? t('Your requests') : t('Back to the overview')}
      </LinkButton>
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
