/** `Mar 2024`, in the page's language. Apart from the other dates: only what is loaded late has months. */
export function monthName(month: string): string {
  const { lang } = document.documentElement
  const parts = { month: 'short', year: 'numeric', numberingSystem: 'latn' } as const
  const format = new Intl.DateTimeFormat(lang || 'en', { ...parts, timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
