import { RequestError } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** What the customer has set and now stands in the way. */
export type OwnSetting = 'frozen' | 'limit'

/** Which of them a refusal comes from; the bank's own limits are none. */
export function ownSettingOf(error: unknown): OwnSetting | undefined {
  if (!(error instanceof RequestError)) return undefined
  if (error.code === 'frozen') return 'frozen'
  return error.code === 'daily_limit' && error.data.ownLimit ? 'limit' : undefined
}

/** The way to where it is changed. */
export function OwnSettingHint({ setting }: { setting: OwnSetting | undefined }) {
  if (!setting) return null
  const frozen = setting === 'frozen'
  return (
    <Notice kind="info">
      <p>{frozen ? t('You have frozen everything.') : t('This limit is your own.')}</p>
      <TextLink to={paths.security}>
        {frozen ? t('Go to Security to thaw it') : t('Go to Security to change it')}
      </TextLink>
    </Notice>
  )
}
