import { notMe, undoEmail } from '@passbook/contract'
import { msg } from '#i18n/t.ts'
import { LinkPage } from './link-page.tsx'

const undo = {
  title: msg('Undo email change'),
  ask: msg('Put your former address back, sign out every device and choose a new password.'),
  button: msg('Undo change'),
  done: msg(
    'Your former address is back, and every device has been signed out. We have sent a link there to choose a new password.',
  ),
}

const stop = {
  title: msg('This was not me'),
  ask: msg('Freeze your account, sign out every device and void your password and PIN.'),
  button: msg('Freeze my account'),
  done: msg(
    'Your account is frozen, and every device has been signed out. We have sent you a link to choose a new password. Sign in with it, save a new PIN and then thaw your account in your profile.',
  ),
}

export function UndoEmailPage() {
  return <LinkPage call={undoEmail} words={undo} />
}

export function NotMePage() {
  return <LinkPage call={notMe} words={stop} />
}
