import { onToken, readToken } from '#api/token.ts'
import { forgetAlerts } from '#ui/alert.tsx'
import { forgetToasts } from '#ui/toasts.tsx'

// What was told is of the login that it was told in, also what comes to be told after its end.
let token = readToken()
onToken(() => {
  if (token === readToken()) return
  token = readToken()
  forgetAlerts()
  forgetToasts()
})
