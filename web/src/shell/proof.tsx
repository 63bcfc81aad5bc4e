import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { askProofWith } from '#api/proof.ts'
import { useCustomer } from '#session/customer.ts'
import { useOnDemand } from './on-demand.ts'

/** Asks the customer who they are, whenever a call is refused until they have told. */
export function Proof() {
  const { user } = useCustomer()
  const { pathname } = useLocation()
  const [opened, setOpened] = useState(false)
  const answer = useRef<(proven: boolean) => void>(undefined)
  const done = (proven: boolean) => {
    setOpened(false)
    answer.current?.(proven)
  }

  useEffect(() => {
    const takeBack = askProofWith(() => {
      setOpened(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      takeBack()
      answer.current?.(false)
    }
  }, [])

  // Whoever goes on to another page has left the question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of page that counts
  useEffect(() => () => done(false), [pathname])

  const Dialog = useOnDemand(opened, loadDialog, () => done(false))
  return Dialog ? <Dialog opened={opened} username={user.Username ?? ''} onDone={done} /> : null
}

const loadDialog = () => import('./proof-dialog.tsx').then((m) => m.ProofDialog)
