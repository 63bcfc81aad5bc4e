import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * What a journey needs of a browser that Playwright cannot drive. Elements are named by an expression
 * that finds them in the page.
 */
export type Browser = {
  open(url: string): Promise<void>
  /** The value of an expression in the page; it must survive JSON. */
  read(expression: string): Promise<unknown>
  /** Presses an element that is in view, with the mouse. */
  press(element: string): Promise<void>
  /** Presses keys while an element has the focus. */
  type(element: string, text: string): Promise<void>
  /** Errors that the page has told to the console, where the protocol shows them. */
  complaints(): string[]
  close(): Promise<void>
}

/** A browser that is installed, or the sentence that says what is missing. */
export type Found = { launch: () => Promise<Browser> } | { missing: string }

export const viewport = { width: 1440, height: 900 }

/** Starts a program that ends with this one, also where a journey was given up half way. */
export function startTied(
  program: string,
  words: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const child = spawn(program, words, options)
  const end = () => void child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}
