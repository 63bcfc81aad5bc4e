import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { page } from '#api/page.ts'

/**
 * Whether the cover lies over the page: for a while after each navigation, never after a change
 * of what a page shows (its dates, its page of a list). The page loads beneath it.
 */
export function useCover(): boolean {
  const { pathname } = useLocation()
  const [settled, setSettled] = useState(pathname)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(pathname), page.coverMs)
    return () => clearTimeout(timer)
  }, [pathname])
  return settled !== pathname
}
