import { useEffect, useReducer } from 'react'

/** Whole seconds left, by the clock, so that a sleeping tab does not stop it. */
export function useSecondsUntil(endMs: number, now: () => number = Date.now): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const seconds = Math.max(0, Math.ceil((endMs - now()) / 1000))
  const over = seconds === 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [over])
  return seconds
}
