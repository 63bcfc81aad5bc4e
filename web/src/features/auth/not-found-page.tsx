import { t } from '#i18n/t.ts'
import { TextLink } from '#ui/text-link.tsx'
import { AuthPage } from './auth-page.tsx'

export function NotFoundPage() {
  return (
    <AuthPage title={t('Page not found')} subtitle={t('There is nothing at this address.')}>
      <TextLink to="/">{t('Go to the start page')}</TextLink>
    </AuthPage>
  )
}
