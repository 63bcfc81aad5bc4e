import { RequestError } from './texts.ts'
import { readToken } from './token.ts'

/** Asks the customer to prove that it is still they who sit there; whether they did. */
type Asker = () => Promise<boolean>

/** The dialog comes after the page: who is refused before it is there waits for it, but not for ever. */
const comesWithinMs = 5000

let asker: Asker | undefined
const awaiting: (() => void)[] = []
let asked: Promise<boolean> | undefined
let proofs = 0

/** Says who asks, since a dialog is none of this floor's; the returned function takes it back. */
export function askProofWith(next: Asker): () => void {
  asker = next
  for (const resolve of awaiting.splice(0)) resolve()
  return () => {
    if (asker === next) asker = undefined
  }
}

/**
 * Makes a request whose session may be too old for it (`reauth_required`): the customer is asked
 * for a proof, and the request is made again. Requests that are refused together share one question.
 */
export async function withProof<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const token = readToken()
  const before = proofs
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'reauth_required') throw error
    // A proof that was given while this request was on its way is one for it too.
    if (proofs === before && !(await ask(error))) throw new RequestError('unproven')
    // Another customer may have signed in meanwhile: theirs is not what was ordered.
    if (readToken() !== token) throw error
    return await request()
  }
}

const askerComes = () =>
  new Promise<void>((resolve) => {
    awaiting.push(resolve)
    setTimeout(resolve, comesWithinMs)
  })

async function ask(refusal: RequestError): Promise<boolean> {
  if (!asker) await askerComes()
  if (!asker) throw refusal
  asked ??= asker()
    .then((proven) => {
      if (proven) proofs += 1
      return proven
    })
    .finally(() => {
      asked = undefined
    })
  return asked
}
