import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal as MantineModal } from '@mantine/core'
import { limits } from '@passbook/contract'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import classes from './modal.module.css'
import { useMounted } from './use-mounted.ts'

/**
 * A dialog over the page: keeps the focus inside, gives it back when it closes, closes on Escape.
 * It slides for half a second, or not at all for those who asked for less motion.
 */
export function Modal({
  opened,
  onClose,
  title,
  wide = false,
  locked = false,
  children,
}: {
  opened: boolean
  onClose: () => void
  title: string
  wide?: boolean
  /** Something is under way: neither Escape nor the close button may end it. */
  locked?: boolean
  children: ReactNode
}) {
  const ready = useMounted()
  return (
    <MantineModal
      opened={opened && ready}
      onClose={onClose}
      title={title}
      size={wide ? 640 : 480}
      centered
      lockScroll={false}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      withCloseButton={!locked}
      closeButtonProps={{ 'aria-label': 'Close', iconSize: 22 }}
      // It is the head of a dialog and not of the page, as its element alone would claim.
      attributes={{ header: { role: 'presentation' } }}
      overlayProps={{ className: cx(classes.overlay) }}
      transitionProps={{ transition: 'slide-up', duration: limits.panelMs }}
      classNames={{
        content: cx(classes.content),
        header: cx(classes.header),
        title: cx(classes.title),
        body: cx(classes.body),
        close: cx(classes.close),
      }}
    >
      {children}
    </MantineModal>
  )
}
