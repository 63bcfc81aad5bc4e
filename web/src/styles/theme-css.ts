import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { theme } from './theme.ts'

// The palettes that our faces of Mantine use; the others would only make the file longer.
const palettes = ['brand', 'dark', 'gray', 'red']

// Mantine's own colours of state follow our tokens, which already know light from dark.
const tokens = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--dimmed)',
  '--mantine-color-placeholder': 'var(--placeholder)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--debit)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--field-border)',
  '--mantine-color-disabled': 'var(--disabled)',
  '--mantine-color-disabled-color': 'var(--disabled-ink)',
  '--mantine-color-disabled-border': 'var(--border)',
}

/**
 * The text of theme.css. Mantine would put it into a style element at run time, which the content
 * policy forbids, so it is a file; a test fails when it has fallen behind the theme.
 */
export function themeCss(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(
    mergeMantineTheme(DEFAULT_THEME, theme),
  )
  const css = convertCssVariables({
    variables: keep(variables),
    light: { ...keep(light), ...tokens },
    dark: { ...keep(dark), ...tokens },
  })
  const lines = css.replaceAll(/[{;]/g, (mark) => (mark === '{' ? ' {\n  ' : ';\n  '))
  return `/* Generated from theme.ts by npm run theme -w web */\n${lines.replaceAll(/\s*\}/g, '\n}')}\n`
}

function keep(variables: Record<string, string>): Record<string, string> {
  const palette = /^--mantine-color-([a-z]+)-/
  const unused = (name: string) => {
    const colour = palette.exec(name)?.[1]
    return colour !== undefined && colour in DEFAULT_THEME.colors && !palettes.includes(colour)
  }
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unused(name)))
}
