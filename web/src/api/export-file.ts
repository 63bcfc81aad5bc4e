import type { exportStatement, FileCall, Sent } from '@passbook/contract'
import { broken, stream } from './client.ts'

export type ExportFormat = Sent<typeof exportStatement>['format']

/** Fetches a file, telling how much of it has arrived. Half a file is no file. */
export async function fetchFile<C extends FileCall>(
  call: C,
  wanted: Sent<C> & { format?: string },
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: (bytes: number) => void } = {},
): Promise<{ name: string; blob: Blob }> {
  const { headers, body } = await stream(call, wanted, { signal })
  const parts: BlobPart[] = []
  let bytes = 0
  try {
    // Not every browser can walk through a stream with a loop.
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value as BlobPart)
      bytes += value.length
      onBytes?.(bytes)
    }
  } catch (error) {
    throw broken(error)
  }
  const named = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  const type = headers.get('content-type') ?? 'application/octet-stream'
  return { name: named ?? `statement.${wanted.format ?? 'pdf'}`, blob: new Blob(parts, { type }) }
}
