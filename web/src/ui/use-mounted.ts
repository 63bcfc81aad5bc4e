import { useEffect, useState } from 'react'

/** Whether something has been drawn before. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted
}
