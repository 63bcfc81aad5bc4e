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
  ask: msg('Put your former address back and sign out every device.'),
  button: msg('Undo change'),
  done: msg('Your former address is back. Every device has been signed out.'),
}

export function VerifyEmailPage() {
  return <LinkPage call={verifyEmail} words={verify} />
}

export function UndoEmailPage() {
  return <LinkPage call={undoEmail} words={undo} />
}
