import { Suspense } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router'
import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { LoginPage } from '#features/auth/login-page.tsx'
import { CustomersOnly, Start, VisitorsOnly } from '#session/guard.tsx'
import { Cover } from '#ui/cover.tsx'
import { lazyPage } from './lazy-page.tsx'
import { paths, requestPath } from './paths.ts'

// The login is in the first chunk; every other page comes when it is asked for.
const Signup = lazyPage(() => import('#features/auth/signup-page.tsx').then((m) => m.SignupPage))
const ResetRequest = lazyPage(() =>
  import('#features/auth/reset-request-page.tsx').then((m) => m.ResetRequestPage),
)
const Reset = lazyPage(() => import('#features/auth/reset-page.tsx').then((m) => m.ResetPage))
const Code = lazyPage(() => import('#features/auth/code-page.tsx').then((m) => m.CodePage))
const TokenLogin = lazyPage(() =>
  import('#features/auth/token-login-page.tsx').then((m) => m.TokenLoginPage),
)
const Logout = lazyPage(() => import('#features/auth/logout-page.tsx').then((m) => m.LogoutPage))
const VerifyEmail = lazyPage(() =>
  import('#features/auth/verify-email-page.tsx').then((m) => m.VerifyEmailPage),
)
const UndoEmail = lazyPage(() =>
  import('#features/auth/email-links.tsx').then((m) => m.UndoEmailPage),
)
const NotMe = lazyPage(() => import('#features/auth/email-links.tsx').then((m) => m.NotMePage))
const Verify = lazyPage(() => import('#features/auth/verify-page.tsx').then((m) => m.VerifyPage))
const NotFound = lazyPage(() =>
  import('#features/auth/not-found-page.tsx').then((m) => m.NotFoundPage),
)
const Receipt = lazyPage(() =>
  import('#features/accounts/receipt-page.tsx').then((m) => m.ReceiptPage),
)
const Statement = lazyPage(() =>
  import('#features/accounts/statement-page.tsx').then((m) => m.StatementPage),
)
export const Area = lazyPage(() =>
  import('#shell/area.tsx').then((m) => m.areaAt(window.location.pathname)),
)

const login = (
  <VisitorsOnly>
    <LoginPage />
  </VisitorsOnly>
)
const signup = (
  <VisitorsOnly>
    <Signup />
  </VisitorsOnly>
)
const area = (
  <CustomersOnly>
    <Suspense fallback={<Cover over="boot" />}>
      <Area />
    </Suspense>
  </CustomersOnly>
)

const receipt = (
  <Suspense fallback={<Cover />}>
    <Receipt />
  </Suspense>
)

const statement = (
  <CustomersOnly>
    <Suspense fallback={<Cover />}>
      <Statement />
    </Suspense>
  </CustomersOnly>
)

/** Whoever opens the link of a request signs in and finds the transfer filled in. */
function PayLink() {
  const { token = '' } = useParams()
  return <Navigate to={requestPath(token)} replace />
}
const payLink = (
  <CustomersOnly>
    <PayLink />
  </CustomersOnly>
)

/** The route table. The pages of the customer area are in shell/pages.tsx. */
export function Pages() {
  return (
    <Routes>
      <Route index element={<Start />} />
      <Route path={`${paths.overview}/*`} element={area} />
      <Route path={`${paths.pay}/:token`} element={payLink} />
      <Route path={paths.statement} element={statement} />
      <Route path={paths.receipt} element={receipt} />
      <Route path={`${paths.receipt}/:id`} element={<CustomersOnly>{receipt}</CustomersOnly>} />
      <Route element={<AuthLayout />}>
        <Route path={paths.login} element={login} />
        <Route path={paths.signup} element={signup} />
        <Route path={paths.resetRequest} element={<ResetRequest />} />
        <Route path={`${paths.reset}/:buffer?`} element={<Reset />} />
        <Route path={`${paths.code}/:buffer/:header?`} element={<Code />} />
        <Route path={`${paths.tokenLogin}/:token`} element={<TokenLogin />} />
        <Route path={`${paths.verifyEmail}/:token`} element={<VerifyEmail />} />
        <Route path={`${paths.undoEmail}/:token`} element={<UndoEmail />} />
        <Route path={`${paths.notMe}/:token`} element={<NotMe />} />
        <Route path={paths.verify} element={<Verify />} />
        <Route path={paths.logout} element={<Logout />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
