import { undoEmail, verifyEmail } from '@passbook/contract'
import { LinkPage } from './link-page.tsx'

const verify = {
  title: 'Confirm your email',
  ask: 'Confirm that this address is yours.',
  button: 'Confirm email',
  done: 'Your email is confirmed.',
}

const undo = {
  title: 'Undo email change',
  ask: 'Put your former address back and sign out every device.',
  button: 'Undo change',
  done: 'Your former address is back. Every device has been signed out.',
}

export function VerifyEmailPage() {
  return <LinkPage call={verifyEmail} words={verify} />
}

export function UndoEmailPage() {
  return <LinkPage call={undoEmail} words={undo} />
}
