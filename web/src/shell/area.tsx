import { AlertHost } from '#ui/alert.tsx'
import { MantineFrame } from '#ui/mantine-frame.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { Toasts } from '#ui/toasts.tsx'

/** The customer area. It is drawn for those who are logged in only. */
export function Area() {
  return (
    <MantineFrame>
      <main>
        <PageHeading>Welcome to Dashboard</PageHeading>
        <TextLink to="/logout">Logout</TextLink>
      </main>
      <Toasts />
      <AlertHost />
    </MantineFrame>
  )
}
