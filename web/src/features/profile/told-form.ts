import { useEffect } from 'react'
import { alert } from '#ui/alert.tsx'
import { useForm } from '#ui/form.ts'

/** A form whose first problem is told by an alert; its field then has the focus and the words. */
export function useToldForm<Values extends Record<string, string>>(blank: Values) {
  const form = useForm(blank)
  const { problem } = form
  useEffect(() => {
    if (problem?.field) void alert(problem.message)
  }, [problem])
  return form
}
