import { t } from '#i18n/t.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { AuthPage } from './auth-page.tsx'

export function NotFoundPage() {
  return (
    <AuthPage title={t('Page not found')} subtitle={t('There is nothing at this address.')}>
      <LinkButton to="/" wide>
        {t('Go to the start page')}
      </LinkButton>
    </AuthPage>
  )
}
