import { type Account, exportStatement } from '@passbook/contract'
import { useEffect, useRef, useState } from 'react'
import { broken } from '#api/client.ts'
import type { ExportFormat } from '#api/export-file.ts'
import type { Dates } from '#api/keys.ts'
import { textOf } from '#api/texts.ts'
import { useFeature } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'

type Saving = { label: string; bytes: number }

// So that a long file does not redraw the page with each of its pieces.
const shownEveryMs = 200

/**
 * Fetches a statement with the customer's token, which a plain link could not carry, and saves it.
 * Where the server makes no files, the one for spreadsheets is made here.
 */
export function useExport(account: Account, dates: Dates) {
  const offered = useFeature('export')
  const [saving, setSaving] = useState<Saving | null>(null)
  const given = useRef<AbortController | null>(null)
  useEffect(() => () => given.current?.abort(), [])

  async function save(format: ExportFormat, label: string) {
    const own = new AbortController()
    given.current = own
    setSaving({ label, bytes: 0 })
    let shownAt = 0
    const onBytes = (bytes: number) => {
      if (performance.now() - shownAt < shownEveryMs) return
      shownAt = performance.now()
      setSaving({ label, bytes })
    }
    try {
      const { signal } = own
      const wanted = { accountId: account.Id, ...dates, format }
      keep(
        offered
          ? await (await exporting()).fetchFile(exportStatement, wanted, { signal, onBytes })
          : await gatheredFile(account, dates, signal),
      )
    } catch (error) {
      if (!own.signal.aborted) void alert(textOf(error))
    } finally {
      setSaving(null)
    }
  }

  return { offered, saving, save, cancel: () => given.current?.abort() }
}

// Fetched when it is wanted: the first page is read more often than saved.
const exporting = () =>
  import('#api/export-file.ts').catch((error: unknown) => {
    throw broken(error)
  })

async function gatheredFile(account: Account, dates: Dates, signal: AbortSignal) {
  const { csvOf, gatherStatement } = await import('#api/gathered-statement.ts')
  return csvOf(await gatherStatement(account, dates, signal))
}

/** Hands a file to the browser, which saves it. */
export function keep({ name, blob }: { name: string; blob: Blob }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
