import { useEffect, useRef, useState } from 'react'
import { type ExportFormat, fetchStatement } from '#api/export-file.ts'
import type { Dates } from '#api/keys.ts'
import { textOf } from '#api/texts.ts'
import { alert } from '#ui/alert.tsx'

type Saving = { label: string; bytes: number }

// So that a long file does not redraw the page with each of its pieces.
const shownEveryMs = 200

/** Fetches a statement with the customer's token, which a plain link could not carry, and saves it. */
export function useExport(wanted: { accountId: string } & Dates) {
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
      keep(await fetchStatement({ ...wanted, format }, { signal: own.signal, onBytes }))
    } catch (error) {
      if (!own.signal.aborted) void alert(textOf(error))
    } finally {
      setSaving(null)
    }
  }

  return { saving, save, cancel: () => given.current?.abort() }
}

function keep({ name, blob }: { name: string; blob: Blob }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
