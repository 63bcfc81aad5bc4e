const storedEveryMs = 5000
const key = 'active-at'

let activeAtMs = 0

/** Somebody is there, which the other tabs of the same login are told by the storage. */
export function markActive(): void {
  const now = Date.now()
  activeAtMs = now
  if (now - storedAt() > storedEveryMs || storedAt() > now) localStorage.setItem(key, String(now))
}

const storedAt = () => Number(localStorage.getItem(key)) || 0

/** When somebody was last seen, in any tab. */
export const lastActive = () => Math.max(activeAtMs, storedAt())
