import { undoEmail, verifyEmail } from '@passbook/contract'
import { msg } from '#i18n/t.ts'
import { LinkPage } from './link-page.tsx'

const verify = {
  title: msg('Confirm your email'),
  ask: msg('Confirm that this address is yours.'),
  button: msg('Confirm email'),
  done: msg('Your email is confirmed.'),
}

const undo = {
  title: msg('Undo email change'),
  ask: msg('Put your former address back, sign out every device and choose a new password.'),
  button: msg('Undo change'),
  done: msg(
    'Your former address is back, and every device has been signed out. We have sent a link there to choose a new password.',
  ),
}

export function VerifyEmailPage() {
  return <LinkPage call={verifyEmail} words={verify} />
}

export function UndoEmailPage() {
  return <LinkPage call={undoEmail} words={undo} />
}
