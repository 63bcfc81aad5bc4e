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
