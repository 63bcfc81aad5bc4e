import { useEffect, useRef } from 'react'

/** Whether the part of the page that asked is still there when the answer comes. */
export function useHere() {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}
