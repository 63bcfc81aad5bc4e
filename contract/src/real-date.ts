/** Whether yyyy-mm-dd names a day that exists. */
export function isRealDate(value: string): boolean {
  // There was no year 0, and a database says so.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '0001') return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
