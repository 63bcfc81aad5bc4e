import { type BankKeys, bankKeys, bankKeysPath } from '@passbook/contract/seal'
import { IconFileCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { page } from '#api/page.ts'
import { readPublic } from '#api/public-file.ts'
import { useToken } from '#api/token.ts'
import { msg, t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Facts } from '#ui/facts.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import layout from '#ui/layout.module.css'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { AuthPage } from './auth-page.tsx'
import { type Checked, checkFile } from './check-file.ts'
import { signedFacts } from './signed-facts.ts'

/** What is larger is no document of the bank. */
const largestBytes = 64 * 1024 * 1024

type Outcome = { name: string; checked: Checked }

/** Checks a file of the bank in the browser. Anybody may: it needs no account, and no network once it is here. */
export function VerifyPage() {
  const { keys, missing, askAgain } = useBankKeys()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const signedIn = Boolean(useToken())

  async function check(file: File | undefined) {
    if (!file || !keys) return
    setOutcome(null)
    const bytes =
      file.size > largestBytes ? null : await file.arrayBuffer().catch(() => new ArrayBuffer(0))
    const checked: Checked = bytes
      ? await checkFile(new Uint8Array(bytes), keys)
      : { state: 'unsigned' }
    setOutcome({ name: file.name, checked })
  }

  return (
    <AuthPage
      wide
      title={t('Check a document')}
      subtitle={t(
        'Is a statement or a receipt still as {bank} made it? The file is read here and sent nowhere.',
        { bank: page.systemName },
      )}
    >
      {missing ? (
        <ErrorPanel message={t('The keys of the bank cannot be had.')} onRetry={askAgain} />
      ) : (
        <FileDrop
          label={t('Drop a PDF file here, or choose one')}
          icon={<IconFileCheck size={28} stroke={1.5} aria-hidden />}
          accept="application/pdf,.pdf"
          onFile={(file) => void check(file)}
        />
      )}
      {outcome ? <Told outcome={outcome} /> : null}
      <p>
        {signedIn ? (
          <TextLink to={paths.overview}>{t('Back to the overview')}</TextLink>
        ) : (
          <TextLink to={paths.login}>{t('Back to login')}</TextLink>
        )}
      </p>
    </AuthPage>
  )
}

/** Loaded with the page: from then on it works without a network. */
function useBankKeys() {
  const [keys, setKeys] = useState<BankKeys | null>(null)
  const [missing, setMissing] = useState(false)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a wish to ask again
  useEffect(() => {
    let over = false
    void readPublic(new URL(bankKeysPath, new URL(page.apiRoot, window.location.href)).href).then(
      (sent) => {
        if (over) return
        const read = bankKeys.safeParse(sent)
        setKeys(read.success ? read.data : null)
        setMissing(!read.success)
      },
    )
    return () => {
      over = true
    }
  }, [turn])
  return { keys, missing, askAgain: () => setTurn(turn + 1) }
}

const refused: Record<Exclude<Checked['state'], 'signed'>, string> = {
  unsigned: msg('This file has no signature of the bank, or is damaged. Do not rely on it.'),
  'unknown-key': msg('This file was signed, but not by this bank. Do not rely on it.'),
  changed: msg(
    'This file is not as the bank made it: something in it was changed. Do not rely on it.',
  ),
  'cannot-check': msg(
    'This browser cannot check the signature. Use a current version of Firefox, Chrome, Edge or Safari, and a secure connection.',
  ),
}

function Told({ outcome: { name, checked } }: { outcome: Outcome }) {
  if (checked.state !== 'signed') {
    return (
      <Notice>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <br />
        {told(refused[checked.state])}
      </Notice>
    )
  }
  return (
    <section className={layout.stack} aria-label={t('What the bank signed')}>
      <Notice kind="success">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <br />
        {t('Signed by {bank}, and not changed since.', { bank: checked.facts.bank })}
      </Notice>
      <Facts facts={signedFacts(checked.facts)} />
    </section>
  )
}
