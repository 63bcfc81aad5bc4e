import { type Card as BankCard, messages, toMoney } from '@passbook/contract'
import { IconCreditCard, IconEye, IconEyeOff, IconSnowflake } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askAgain } from '#api/ask-again.ts'
import { keys } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useCustomer, useName } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Figure } from '#ui/figure.tsx'
import { FocusPlace } from '#ui/focus-place.tsx'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Explained } from '#widgets/explained.tsx'
import { CardFacts } from './card-facts.tsx'
import classes from './cards-page.module.css'

export function CardsPage() {
  const client = useQueryClient()
  const { cards } = useCustomer()
  if (!cards) {
    const retry = () => void askAgain(client, keys.initUser)
    return <ErrorPanel message={told(messages.internalError)} onRetry={retry} />
  }
  if (cards.length === 0) {
    return (
      <Card>
        <EmptyState icon={<IconCreditCard size={24} stroke={1.75} />} text={told(messages.noCards)}>
          <div className={classes.ghost}>
            <LinkButton to={paths.support} kind="plain" state={{ subject: t('A new card') }}>
              {t('Ask for a card')}
            </LinkButton>
          </div>
        </EmptyState>
      </Card>
    )
  }
  return (
    <FocusPlace shown={cards.map(({ Id }) => Id).join()}>
      <ul className={cx(layout.list, classes.cards)}>
        {cards.map((card, at) => (
          // One that takes the place of another starts covered; two may end in the same digits.
          <li key={card.Id ?? at} className={classes.place}>
            <BankCardFace card={card} />
            <CardFacts card={card} />
          </li>
        ))}
      </ul>
    </FocusPlace>
  )
}

/** A card as it lies in the hand. Its security code stays covered until it is asked for. */
function BankCardFace({ card }: { card: BankCard }) {
  const { full } = useName()
  const last = card.Number.slice(-4)
  return (
    <article className={classes.card} aria-label={t('Card ending in {last}', { last })}>
      <svg className={classes.pattern} viewBox="0 0 200 200" aria-hidden="true">
        {[96, 76, 56, 36].map((reach) => (
          <path
            key={reach}
            d={`M100 ${100 - reach} ${100 + reach} 100 100 ${100 + reach} ${100 - reach} 100Z`}
          />
        ))}
      </svg>
      <header className={classes.head}>
        <span className={classes.bank}>
          <Logo name={page.systemName} tone="light" />
        </span>
        {card.Frozen ? (
          <span className={classes.frozen}>
            <IconSnowflake size={16} stroke={1.75} aria-hidden />
            {t('Frozen')}
          </span>
        ) : (
          <span className={classes.chip} aria-hidden="true" />
        )}
      </header>
      <dl className={classes.facts}>
        <div className={classes.whole}>
          <dt>{t('Balance')}</dt>
          <dd>
            <span title={originalOf(card)}>
              <CardBalance card={card} />
            </span>
          </dd>
        </div>
        <div className={classes.whole}>
          <dt>{t('Card Number')}</dt>
          <dd className={classes.number}>
            <bdi>**** {last}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('Expiry')}</dt>
          <dd>{expiryOf(card)}</dd>
        </div>
        <div>
          <dt>{t('CVV')}</dt>
          {card.Frozen ? (
            <dd className={classes.cvv}>
              <Covered />
            </dd>
          ) : (
            <Cvv code={card.Cv2} last={last} />
          )}
        </div>
      </dl>
      <p className={classes.holder}>{full}</p>
    </article>
  )
}

function CardBalance({ card: { Id, Number: number, Balance } }: { card: BankCard }) {
  const figure = <Figure text={`${toMoney(Balance, '$')} USD`} />
  if (!Id) return figure
  const label = t('Balance of the card ending in {last}', { last: number.slice(-4) })
  return (
    <Explained question={{ figure: 'card', card: Id }} label={label}>
      {figure}
    </Explained>
  )
}

/** What the account holds in its own currency, where that is another. */
function originalOf({ AccountBalance: balance, AccountCurrency: code }: BankCard) {
  if (balance === undefined || !code || code.toLowerCase() === 'usd') return undefined
  return `${toMoney(balance, '')} ${code.toUpperCase()}`
}

function Cvv({ code, last }: { code: string; last: string }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <dd className={classes.cvv}>
      <span className={classes.code}>{shown ? code : <Covered />}</span>
      <button
        type="button"
        className={classes.eye}
        aria-pressed={shown}
        aria-label={t('Show CVV of the card ending in {last}', { last })}
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </button>
    </dd>
  )
}

function Covered() {
  return (
    <>
      <span aria-hidden="true">•••</span>
      <Hidden>{t('covered')}</Hidden>
    </>
  )
}

/** `03/28`: the month and the last two digits of the year. */
function expiryOf({ Expiry: { Month, Year } }: BankCard): string {
  // Of a server that does not say it.
  if (!Month) return '—'
  return `${String(Month).padStart(2, '0')}/${String(Year).slice(-2)}`
}
