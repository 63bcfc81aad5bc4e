import type { ReactNode } from 'react'
import { Hidden } from './hidden.tsx'

/** The part of a `<Trans>` that completes a name for screen readers. */
export const hiddenPart = (text: ReactNode) => <Hidden>{text}</Hidden>
