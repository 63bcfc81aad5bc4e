import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** A dialog in the middle of the page, which slides up for half a second. */
export function Modal({
  wide = false,
  ...props
}: {
  opened: boolean
  onClose: () => void
  title: string
  wide?: boolean
  /** Something is under way: neither Escape nor the close button may end it. */
  locked?: boolean
  children: ReactNode
}) {
  return <Dialog look={wide ? 'wide' : 'modal'} {...props} />
}
