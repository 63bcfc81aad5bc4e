import { Trans } from '#i18n/trans.tsx'
import { Notice } from '#ui/notice.tsx'

/** The way into a demonstration bank. */
export function DemoNote() {
  return (
    <Notice kind="info">
      <Trans
        id="Try it with username <b>{username}</b> and password <b>{password}</b>."
        values={{ username: 'demo', password: 'demo1234' }}
        parts={{ b: (text) => <strong>{text}</strong> }}
      />
    </Notice>
  )
}
