import { TextLink } from '#ui/text-link.tsx'
import { AuthPage } from './auth-page.tsx'

export function NotFoundPage() {
  return (
    <AuthPage title="Page not found" subtitle="There is nothing at this address.">
      <TextLink to="/">Go to the start page</TextLink>
    </AuthPage>
  )
}
