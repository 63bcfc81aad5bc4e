import { writeFileSync } from 'node:fs'
import { themeCss } from './theme-css.ts'

// Run by `npm run theme -w web` after a change of the theme.
writeFileSync(new URL('theme.css', import.meta.url), themeCss())
