import '#styles/mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from '#styles/theme.ts'
import { useDrawnScheme } from './scheme.ts'

/**
 * What the components that stand on Mantine (modals, toasts, menus) need around them. It belongs
 * to the customer area: the pages before the login do without, and load in half the time.
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useDrawnScheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
