import { useEffect } from 'react'
import { alert } from './alert.tsx'
import type { Problem } from './form.ts'

/** Tells what is wrong with a form as a browser's alert would; the same words stand at the field. */
export function useTold(problem: Problem | null): void {
  useEffect(() => {
    if (problem?.field) void alert(problem.message)
  }, [problem])
}
