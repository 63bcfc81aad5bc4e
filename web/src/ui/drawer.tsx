import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer as MantineDrawer } from '@mantine/core'
import { limits } from '@passbook/contract'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import classes from './drawer.module.css'
import { useMounted } from './use-mounted.ts'

/** A sheet that slides in from the start of the line: it keeps the focus and closes on Escape. */
export function Drawer({
  opened,
  onClose,
  title,
  children,
}: {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
}) {
  const ready = useMounted()
  return (
    <MantineDrawer
      opened={opened && ready}
      onClose={onClose}
      title={title}
      size={320}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close', iconSize: 22 }}
      // It is the head of a dialog and not of the page, as its element alone would claim.
      attributes={{ header: { role: 'presentation' } }}
      overlayProps={{ className: cx(classes.overlay) }}
      transitionProps={{ duration: limits.panelMs }}
      classNames={{
        content: cx(classes.content),
        header: cx(classes.header),
        title: cx(classes.title),
        body: cx(classes.body),
        close: cx(classes.close),
      }}
    >
      {children}
    </MantineDrawer>
  )
}
