import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

// Text is drawn in Figtree from the first frame on, so the one file that all pages need is
// asked for together with the style sheet instead of after it.
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /figtree-latin-wght-normal/.test(file),
        )
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
        const tags: HtmlTagDescriptor[] = font
          ? [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }]
          : []
        return tags
      },
    },
  }
}

// `npm run dev` has no server in front of the page that would say these things on it.
function developersPage(): Plugin {
  return {
    name: 'developers-page',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('data-cover-ms="1500"', 'data-cover-ms="0" data-demo="1"'),
  }
}

// What `npm run dev` leaves to the bank's server: its calls, the mailbox and the calls' description.
const bank = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'

// What every page needs and hardly a release changes, in one chunk that stays in the browser's cache.
const base =
  /\/node_modules\/(?:(?:react|react-dom|react-router|scheduler|zod)\/|@tabler\/.*\/(?:create|default)[A-Z])|\/src\/ui\/cx\.ts$/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), preloadFont(), developersPage()],
  server: { proxy: { '/api': bank, '/mailbox': bank } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would need an allowance in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/entry-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: [{ name: 'base', test: base }] },
      },
    },
  },
})
