import { type BankDocument, downloadDocument } from '@passbook/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fetchFile } from '#api/export-file.ts'
import { textOf } from '#api/texts.ts'
import { Trans } from '#i18n/trans.tsx'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { hiddenPart } from '#ui/hidden-part.tsx'
import { keep } from '#widgets/use-export.ts'

/** Saves a document. */
export function DownloadButton({ document, month }: { document: BankDocument; month: string }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      keep(await fetchFile(downloadDocument, { id: document.Id }))
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      kind="tint"
      size="sm"
      busy={busy}
      icon={<IconDownload size={18} stroke={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      <Trans id="Download<of> {month}</of>" values={{ month }} parts={{ of: hiddenPart }} />
    </Button>
  )
}
