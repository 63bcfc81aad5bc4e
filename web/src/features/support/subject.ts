/** What a link to the form says it is about; texts that are missing are empty. */
export function askedIn(state: unknown): { subject: string; reference: string } {
  const held = typeof state === 'object' && state !== null ? state : {}
  const read = (name: 'subject' | 'reference') => {
    const value = (held as Record<string, unknown>)[name]
    return typeof value === 'string' ? value.slice(0, 200) : ''
  }
  return { subject: read('subject'), reference: read('reference') }
}

/** The message as the bank gets it: the reference is not left to the writer's memory. */
export function contentWith(content: string, reference: string): string {
  return reference ? `${content.trim()}\n\nTransaction reference: ${reference}` : content
}
