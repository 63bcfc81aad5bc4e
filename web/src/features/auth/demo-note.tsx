import { Notice } from '#ui/notice.tsx'

/** The way into a demonstration bank. */
export function DemoNote() {
  return (
    <Notice kind="info">
      Try it with username <strong>demo</strong> and password <strong>demo1234</strong>.
    </Notice>
  )
}
