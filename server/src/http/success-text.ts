/** A reply that succeeded, with its data as JSON. */
export function successText(data?: string, message?: string): string {
  const said = message ? `,"message":${JSON.stringify(message)}` : ''
  const given = data === undefined ? '' : `,"data":${data}`
  return `{"status":"success"${said}${given}}`
}
