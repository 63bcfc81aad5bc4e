/** How long the tab keeps it: who comes to it later need not read it. */
export const keptMs = 30 * 60_000

/**
 * What was typed into a form, in the tab's own storage, so that a reload loses nothing. Fields that are
 * named secret are never written, and what somebody else has typed is not read.
 */
export function makeDraft<Values extends Record<string, string>>(
  name: string,
  blank: Values,
  secret: readonly (keyof Values)[],
) {
  const key = `draft-${name}`
  const open = Object.keys(blank).filter((field) => !secret.includes(field))

  return {
    read(owner = ''): Values {
      try {
        const held = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        if (held?.owner !== owner || !(Date.now() - held.at < keptMs)) return blank
        const kept = open.filter((field) => typeof held.values?.[field] === 'string')
        return { ...blank, ...Object.fromEntries(kept.map((field) => [field, held.values[field]])) }
      } catch {
        return blank
      }
    },
    keep(values: Values, owner = '') {
      try {
        // What is as at first may begin otherwise the next time, as an address that has changed.
        const changed = open.filter((field) => values[field] !== blank[field])
        if (changed.length === 0) return this.drop()
        const kept = Object.fromEntries(changed.map((field) => [field, values[field]]))
        sessionStorage.setItem(key, JSON.stringify({ owner, at: Date.now(), values: kept }))
      } catch {
        // Without storage what was typed lasts as long as the page.
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // There is nothing to drop where nothing can be kept.
      }
    },
  }
}
