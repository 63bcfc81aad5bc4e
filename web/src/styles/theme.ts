import { createTheme } from '@mantine/core'

/** Mantine in our colours and sizes. What it needs as CSS variables is in theme.css. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    brand: [
      '#edf3fb',
      '#dbe6f5',
      '#b8cdea',
      '#8fb0dd',
      '#6690cd',
      '#4577bf',
      '#2c64b0',
      '#1f4f92',
      '#163c73',
      '#0d2a54',
    ],
    dark: [
      '#dbe5ef',
      '#c3d0dd',
      '#9fb0c2',
      '#71839a',
      '#34445a',
      '#243140',
      '#1a2430',
      '#141c26',
      '#0c131b',
      '#080d13',
    ],
  },
  black: '#10202f',
  defaultRadius: '10px',
  fontFamily: "'Figtree Variable', system-ui, 'Segoe UI', Roboto, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  headings: { fontWeight: '650' },
  fontWeights: { regular: '400', medium: '600', bold: '650' },
  respectReducedMotion: true,
  cursorType: 'pointer',
})
