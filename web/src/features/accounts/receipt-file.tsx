import { initUser, receiptFile } from '@passbook/contract'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { send } from '#api/client.ts'
import { fetchFile } from '#api/export-file.ts'
import { hasFeature } from '#api/init-user.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { keep } from '#widgets/use-export.ts'

/** The receipt as a signed file, where the bank makes them. */
export function ReceiptFile({ id }: { id: string }) {
  const [offered, setOffered] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const given = new AbortController()
    send(initUser, {}, { signal: given.signal }).then(
      ({ data }) => setOffered(hasFeature(data, 'documents')),
      () => undefined,
    )
    return () => given.abort()
  }, [])

  async function save() {
    setBusy(true)
    try {
      keep(await fetchFile(receiptFile, { transactionId: id }))
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (!offered) return null
  return (
    <Button
      kind="plain"
      busy={busy}
      icon={<IconFileText size={20} stroke={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      {t('Save as PDF')}
    </Button>
  )
}
