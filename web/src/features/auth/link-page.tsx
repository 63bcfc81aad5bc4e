import type { notMe, undoEmail } from '@passbook/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'

type Words = { title: string; ask: string; button: string; done: string }

/** A link from a mail that does something: it waits for a press, so that no scanner spends it. */
export function LinkPage({ call, words }: { call: typeof undoEmail | typeof notMe; words: Words }) {
  const { token = '' } = useParams()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm() {
    setBusy(true)
    setProblem(null)
    try {
      await send(call, { token })
      setDone(true)
    } catch (error) {
      setProblem(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthPage title={told(words.title)} subtitle={told(words.ask)}>
      {problem ? <Notice>{problem}</Notice> : null}
      {done ? (
        <>
          <Notice kind="success">{told(words.done)}</Notice>
          <LinkButton to={paths.login} wide>
            {t('Login')}
          </LinkButton>
        </>
      ) : (
        <>
          <Button wide busy={busy} onClick={() => void confirm()}>
            {told(words.button)}
          </Button>
          <nav className={classes.links} aria-label={t('Other ways in')}>
            <TextLink to={paths.login}>{t('Login')}</TextLink>
          </nav>
        </>
      )}
    </AuthPage>
  )
}
