type SmtpError = Error & {
  code?: unknown
  responseCode?: unknown
  response?: unknown
  /** What it answers, such as `MAIL FROM`. */
  command?: unknown
}

/** The address of a mail server without the user and the password in its URL. */
export function mailServerAt(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}

/** The same error in words for the operator: which server, why not, which setting helps. */
export function whyNotSent(thrown: unknown, url: string): SmtpError {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown))
  const words = `The mail server at ${mailServerAt(url)} ${explain(error)}`
  const { code, responseCode, command } = error
  return Object.assign(new Error(words, { cause: error }), { code, responseCode, command })
}

const encoded = 'Signs like @ : / % are written %40 %3A %2F %25 there.'

function explain(error: SmtpError): string {
  const said = wordsOf(error)
  const { responseCode } = error
  // RFC 5321: what begins with 4 passes, and the same mail may be taken later.
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500) {
    return `does not take the mail now: ${said}. Such an answer passes: greylisting, for one, is over after some minutes. The bank tries its own mail again by itself; say test-mail again then.`
  }
  if (error.code === 'EAUTH') {
    return `refuses the login: ${said}. Correct the user and the password in SMTP_URL. ${encoded}`
  }
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') {
    return `refuses the mail: ${said}. Where that is about the sender, set MAIL_FROM.`
  }
  if (/does not match certificate/.test(said)) {
    return `has a certificate for another name: ${said} Use that name in SMTP_URL.`
  }
  if (/certificate|unable to (?:verify|get)/i.test(said)) {
    return `has a certificate that is not trusted: ${said}. Set SMTP_CA to the file of its CA; for a server on this same machine SMTP_URL may end in ?ignoreTLS=true.`
  }
  if (/wrong version number|packet length too long/i.test(said)) {
    return 'does not begin with TLS on this port. Write smtp:// in SMTP_URL, which changes to TLS by STARTTLS.'
  }
  if (/STARTTLS/.test(said)) {
    return `offers no TLS, which SMTP_URL asks for: ${said}. Leave requireTLS out, or set SMTP_INSECURE=1 for a server on another machine, only where nobody else can read the wire.`
  }
  if (/greeting/i.test(said)) {
    return `says nothing: ${said}. A port that begins with TLS, such as 465, wants smtps:// in SMTP_URL.`
  }
  return `cannot be reached: ${said}. See that it runs and that SMTP_URL names it.`
}

/** Several addresses of one name fail together, in an error without words. */
function wordsOf(error: SmtpError): string {
  const inner: unknown[] = error instanceof AggregateError ? error.errors : []
  const parts = [error, ...inner].map((one) => (one instanceof Error ? one.message : String(one)))
  const words = parts.filter(Boolean).join(', ') || String(error.code ?? 'no reason given')
  // Node adds advice about its own options to errors of certificates after a semicolon.
  return (words.split('; if', 1)[0] ?? '').replace(/\.$/, '')
}
