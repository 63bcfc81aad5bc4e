import { useEffect, useRef, useState } from 'react'

const countMs = 400

/**
 * A balance that has changed counts up or down to what it is now, so that the eye sees that money
 * has moved; for those who want no motion it is there at once.
 */
export function useCountUp(minor: bigint, accountId: string): bigint {
  const [shown, setShown] = useState({ minor, accountId })
  const last = useRef({ minor, accountId })
  useEffect(() => {
    const { minor: from, accountId: before } = last.current
    last.current = { minor, accountId }
    if (
      from === minor ||
      before !== accountId ||
      matchMedia('(prefers-reduced-motion: reduce)').matches
    ) {
      setShown({ minor, accountId })
      return
    }
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const done = Math.min(Math.max((now - start) / countMs, 0), 1)
      // It slows down towards its end.
      const share = BigInt(Math.round((1 - (1 - done) ** 3) * 1000))
      setShown({ minor: from + ((minor - from) * share) / 1000n, accountId })
      if (done < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [minor, accountId])
  // Another account has another balance: nothing has moved.
  return shown.accountId === accountId ? shown.minor : minor
}
