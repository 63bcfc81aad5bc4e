import type { ReactNode } from 'react'
import { RequestError } from '#api/texts.ts'
import { Trans } from '#i18n/trans.tsx'
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
  const parts = { a: (text: ReactNode) => <TextLink to={paths.security}>{text}</TextLink> }
  return (
    <Notice kind="info">
      {setting === 'frozen' ? (
        <Trans id="You have frozen everything. <a>Go to Security to thaw it</a>" parts={parts} />
      ) : (
        <Trans id="This limit is your own. <a>Go to Security to change it</a>" parts={parts} />
      )}
    </Notice>
  )
}
