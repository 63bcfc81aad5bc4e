import { support } from '@passbook/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { msg, t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useCustomer } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { showStart } from '#ui/show-start.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { ticketsQuery } from './queries.ts'
import { askedIn, contentWith } from './subject.ts'
import classes from './support-page.module.css'
import { Tickets } from './tickets.tsx'

// With the reference it stays below what one field of a request may hold.
const contentMaxChars = 2000
const subjectMaxChars = 200

/** A message to the bank: written, then acknowledged with the number it is kept under. */
export function SupportPage() {
  const { state } = useLocation()
  const client = useQueryClient()
  const [ticket, setTicket] = useState<string | null>(null)
  // What a link asked about belongs to the first message only.
  const [asked, setAsked] = useState(() => askedIn(state))
  return (
    <div className={cx(layout.stack, layout.form)}>
      <Card>
        {ticket === null ? (
          <SupportForm
            asked={asked}
            onSent={(number) => {
              setTicket(number)
              void client.invalidateQueries({ queryKey: ticketsQuery.queryKey })
            }}
          />
        ) : (
          <Sent
            ticket={ticket}
            onDone={() => {
              setAsked(askedIn(null))
              setTicket(null)
            }}
          />
        )}
      </Card>
      <Tickets />
    </div>
  )
}

function SupportForm({
  asked,
  onSent,
}: {
  asked: ReturnType<typeof askedIn>
  onSent: (ticket: string) => void
}) {
  const { user } = useCustomer()
  const [busy, setBusy] = useState(false)
  // A link that asks about something else begins another message.
  const about = Object.values(asked).filter(Boolean)
  const form = useKeptForm(['support', ...about].join(' '), {
    email: user.Email ?? user.email ?? '',
    subject: asked.subject,
    content: '',
  })

  useTold(form.problem)

  async function submit(values: typeof form.values) {
    if (busy) return
    setBusy(true)
    try {
      const content = contentWith(values.content, asked.reference)
      const { data } = await send(support, { ...values, content })
      form.reset()
      onSent(data?.ticket ?? '')
    } catch (error) {
      form.fail({ message: textOf(error) })
      setBusy(false)
    }
  }

  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check(support.request, (values) => void submit(values))}
    >
      {form.problem && !form.problem.field ? <Notice>{form.problem.message}</Notice> : null}
      <p className={classes.intro}>
        {t('Tell us what happened or what you need. We answer to the e-mail below.')}
      </p>
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.field('email', { tell: true })}
      />
      <div className={layout.stack}>
        <TextField
          label={t('Subject')}
          maxLength={subjectMaxChars}
          {...form.field('subject', { tell: true })}
        />
        <Topics chosen={form.values.subject} onChoose={(subject) => form.set('subject', subject)} />
      </div>
      {asked.reference ? (
        <TextField
          label={t('Transaction reference')}
          value={asked.reference}
          readOnly
          hint={t('Sent along with your message')}
        />
      ) : null}
      <TextArea
        label={t('Message')}
        rows={7}
        maxLength={contentMaxChars}
        {...form.field('content', { tell: true })}
      />
      <div className={classes.actions}>
        <LinkButton to={paths.overview} kind="plain">
          {t('Cancel')}
        </LinkButton>
        <Button type="submit" busy={busy}>
          {t('SUBMIT')}
        </Button>
      </div>
    </form>
  )
}

/** What people mostly write about, each a press that fills in the subject; any other can be typed. */
const topics = [
  msg('A payment I do not know'),
  msg('A late transfer'),
  msg('My card'),
  msg('Repaying my loan'),
  msg('My details'),
]

function Topics({ chosen, onChoose }: { chosen: string; onChoose: (topic: string) => void }) {
  return (
    <ul className={cx(layout.list, classes.topics)} aria-label={t('Topics')}>
      {topics.map(told).map((topic) => (
        <li key={topic}>
          <button
            type="button"
            className={classes.topic}
            aria-pressed={chosen === topic}
            onClick={() => onChoose(topic)}
          >
            {topic}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Sent({ ticket, onDone }: { ticket: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // With the edge of the card around it.
    if (place.current?.parentElement) showStart(place.current.parentElement)
  }, [])
  return (
    <div ref={place} className={classes.sent}>
      <span className={classes.tick}>
        <IconCircleCheck size={34} stroke={1.6} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        {t('Message Sent')}
      </h2>
      <p>{t('one of our support agents will communicate as soon as possible')}</p>
      {ticket ? (
        <p className={classes.ticket}>
          <Trans
            id="Your ticket number is <b>{ticket}</b>"
            values={{ ticket }}
            parts={{ b: (number) => <strong>{number}</strong> }}
          />
        </p>
      ) : null}
      <Button onClick={onDone}>{t('OK')}</Button>
    </div>
  )
}
