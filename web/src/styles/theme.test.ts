import { expect, test } from 'vitest'
import { themeCss } from './theme-css.ts'

test('theme.css holds what the theme asks for', async () => {
  await expect(themeCss()).toMatchFileSnapshot('./theme.css')
})
