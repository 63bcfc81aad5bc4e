import * as z from 'zod/mini'

// The content policy forbids making code from text, and merely probing for it is reported. This
// must run before the first schema is made, hence a file of its own that main.tsx imports first.
z.config({ jitless: true })
