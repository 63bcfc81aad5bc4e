import type { Event, Kind, Order, Step, Values } from './flow.ts'
import { blanks } from './orders.ts'
import { keepDraft, readDraft } from './pending.ts'

/** What a customer has typed into the forms and filled in last, also after a reload. */
export function makeDrafts(user: string, pending: Order | null) {
  let { forms, order } = readDraft(user)
  if (pending) {
    forms = { ...forms, [pending.kind]: pending.values }
    // An order that is asked about is no longer one to confirm.
    order = null
  }

  function change(next: { forms?: Partial<Record<Kind, Values>>; order?: Order | null }) {
    forms = next.forms ?? forms
    if (next.order !== undefined) order = next.order
    keepDraft(user, { forms, order })
  }

  return {
    of: (kind: Kind): Values => ({ ...blanks[kind], ...forms[kind] }),
    order: () => order,
    put: (kind: Kind, values: Values) => change({ forms: { ...forms, [kind]: values } }),
    /** These are left, and no other. */
    only: (left: Partial<Record<Kind, Values>>) => change({ forms: left }),
    follow: (event: Event, step: Step) => change({ order: filledAfter(event, step, order) }),
  }
}

/** The order that was filled in last, for as long as it may still be confirmed as it is. */
function filledAfter(event: Event, step: Step, before: Order | null): Order | null {
  switch (event.type) {
    case 'made':
    case 'refused':
    case 'again-by-form':
    case 'reset':
      return null
    default:
      return step.at === 'confirm' || step.at === 'pin' ? step.order : before
  }
}
