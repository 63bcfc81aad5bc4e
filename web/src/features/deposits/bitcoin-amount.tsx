import { bitcoinWallet, parseMoney, toMoney } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSecondsUntil } from '#ui/use-seconds-until.ts'
import classes from './deposits.module.css'

/** How many bitcoins an amount is, for as long as the bank keeps its word; null where it has none. */
export function useBitcoins(usd: string) {
  const priced = useFeature('bitcoin-rate')
  const query = useQuery({
    queryKey: [...keys.bitcoins, usd],
    queryFn: ({ signal }) => ask(bitcoinWallet, { usd }, signal),
    enabled: priced,
    // Its time runs out on its own; the customer asks for another.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { btc, usdPerBtc, validSeconds, qr } = query.data?.data ?? {}
  const quote =
    btc && usdPerBtc && validSeconds
      ? { btc, usdPerBtc, qr, endsAtMs: query.dataUpdatedAt + validSeconds * 1000 }
      : null
  return {
    quote,
    loading: priced && query.isPending,
    renewing: query.isFetching,
    renew: () => void query.refetch(),
  }
}

/** What to send, at which price, and until when that is so. */
export function BitcoinAmount({ quote, loading, renewing, renew }: ReturnType<typeof useBitcoins>) {
  const secondsLeft = useSecondsUntil(quote?.endsAtMs ?? 0)
  if (loading) return <Skeleton rows={2} height={24} />
  if (!quote) return null
  const rate = toMoney(parseMoney(quote.usdPerBtc) ?? 0n, '$')
  return (
    <div className={classes.quote}>
      <p className={classes.btc}>
        <bdi>{t('{amount} BTC', { amount: quote.btc })}</bdi>
        <CopyButton text={quote.btc} what={t('amount in Bitcoin')} />
      </p>
      <p className={layout.note}>
        <bdi>{t('1 BTC = {rate}', { rate })}</bdi>
        {' · '}
        {secondsLeft > 0 ? (
          <Trans
            id="valid for <time>{left}</time>"
            values={{ left: clockOf(secondsLeft) }}
            parts={{ time: (left) => <bdi className={classes.left}>{left}</bdi> }}
          />
        ) : (
          t('no longer valid')
        )}
      </p>
      {secondsLeft > 0 ? null : (
        <Button kind="tint" size="sm" busy={renewing} onClick={renew}>
          {t('Get a new rate')}
        </Button>
      )}
    </div>
  )
}

/** `14:59`. */
const clockOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
