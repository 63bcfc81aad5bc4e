import type { Transaction } from '@passbook/contract'

/** What lies over the page. The shell mounts what is named here. */
export type Panel =
  | 'menu'
  | 'add-account'
  | 'transfer'
  | 'deposit'
  | 'quick-loan'
  | 'repay-loan'
  | 'bills'
  | 'add-bill'
  | 'recipients'
  | 'add-recipient'

export type SessionState = {
  /** The selected account; null is the first. */
  accountId: string | null
  panel: Panel | null
  /** The transaction loaded for viewing. It stays while its panel slides out of sight. */
  viewed: Transaction | null
  viewing: boolean
  /** What is explained, each made of the one after it, as questions to the bank; none where nothing is. */
  explained: readonly string[]
}

const start: SessionState = {
  accountId: null,
  panel: null,
  viewed: null,
  viewing: false,
  explained: [],
}

export type Session = ReturnType<typeof makeSession>

/** What one login has chosen and opened. What it has loaded is the query client's. */
export function makeSession() {
  let state = start
  const listeners = new Set<() => void>()

  function change(patch: Partial<SessionState>) {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    selectAccount: (accountId: string) => change({ accountId }),
    /** Opening one panel closes the other. */
    openPanel: (panel: Panel) => change({ panel }),
    closePanel: () => change({ panel: null }),
    view: (viewed: Transaction) => change({ viewed, viewing: true }),
    closeView: () => change({ viewing: false }),
    explain: (explained: readonly string[]) => change({ explained }),
    /** A new page starts with nothing over it. */
    navigated: () => change({ panel: null, viewing: false, explained: [] }),
  }
}
