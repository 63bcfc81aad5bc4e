import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** A dialog that slides in from the start of the line and is as high as the screen. */
export function Drawer(props: {
  opened: boolean
  onClose: () => void
  title: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  return <Dialog look="drawer" {...props} />
}
