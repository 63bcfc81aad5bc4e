import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { limits } from '@passbook/contract'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { cx } from './cx.ts'
import classes from './toasts.module.css'

/** The place of the toasts: top right, each easing in and out. */
export function Toasts() {
  return (
    <Notifications
      position="top-right"
      transitionDuration={limits.toastEaseMs}
      autoClose={false}
      allowDragDismiss={false}
      allowScrollDismiss={false}
      containerWidth={380}
    />
  )
}

/**
 * Shows a toast. It stays for five seconds, for as long as it is pointed at, and for one second
 * after that; a tap closes it.
 */
export function toast({
  message,
  title,
  kind = 'success',
}: {
  message: string
  title?: string
  kind?: 'success' | 'error'
}): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => notifications.hide(id)
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(close, ms)
  }
  const hold = () => clearTimeout(timer)
  const Icon = kind === 'success' ? IconCheck : IconAlertCircle
  const id = notifications.show({
    title,
    message,
    role: kind === 'success' ? 'status' : 'alert',
    icon: <Icon size={18} stroke={2} aria-hidden />,
    autoClose: false,
    onClick: close,
    onMouseEnter: hold,
    onMouseLeave: () => wait(limits.toastAfterHoverMs),
    onFocus: hold,
    onBlur: () => wait(limits.toastAfterHoverMs),
    closeButtonProps: { 'aria-label': 'Close' },
    className: cx(classes.toast, classes[kind]),
    classNames: { icon: cx(classes.icon), title: cx(classes.title), description: cx(classes.text) },
  })
  wait(limits.toastMs)
}
