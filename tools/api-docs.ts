import { writeFileSync } from 'node:fs'
import { makeMarkdown } from '../server/src/http/docs/markdown.ts'
import { makeReference } from '../server/src/http/docs/reference.ts'

// Writes docs/api.md from the contract; a test fails while the two differ.
writeFileSync(new URL('../docs/api.md', import.meta.url), makeMarkdown(makeReference()))
