import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { chunkOf, noCircles, pageFiles } from './chunks.ts'

// Text is drawn in Figtree from the first frame on: the one file that all pages need is named on the
// page, so that first-paint.js can ask for it together with the style sheet instead of after it.
function nameFont(): Plugin {
  return {
    name: 'name-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /figtree-latin-wght-normal/.test(file),
        )
        return font ? [meta('font', `/${font}`)] : []
      },
    },
  }
}

const meta = (name: string, content: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name, content },
  injectTo: 'head-prepend',
})

// The files of the customer area, and those of each page in it with its title, are named on the page,
// so that first-paint.js can ask for them, and draw the title, early.
function nameArea(): Plugin {
  return {
    name: 'name-area',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const named = (names: RegExp) =>
          Object.keys(bundle ?? {}).filter((file) => names.test(file))
        const files = named(/\/(?:area|shared|query)-[\w-]+\.(?:js|css)$/)
        if (!bundle || files.length === 0) return []
        const addresses = (names: string[]) => names.map((file) => `/${file}`).join(' ')
        const others = (names: string[]) =>
          addresses(names.filter((file) => !files.includes(file))) || undefined
        const pages = pageFiles(bundle).map(({ path, title, subtitle, own }) => [
          path,
          { title, subtitle, files: others(own) },
        ])
        return [
          meta('area', addresses(files)),
          meta('wide', addresses(named(/\/(?:wide|menus)-[\w-]+\.(?:js|css)$/))),
          meta('pages', JSON.stringify(Object.fromEntries(pages))),
        ]
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
// Connections are kept: by one that a proxy closes after each request the mailbox knows a proxy.
const bank = {
  target: process.env.API_ORIGIN ?? 'http://127.0.0.1:3001',
  changeOrigin: true,
  agent: new Agent({ keepAlive: true }),
}

// The package lists six thousand icons in one file: naming the files of those that we draw halves
// the time of a build, and lets an icon go where it is drawn.
function iconFiles(): Plugin {
  const list = /import \{([^}]*)\} from '@tabler\/icons-react'/g
  const fileOf = (name: string) =>
    `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`
  return {
    name: 'icon-files',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler: (code) => ({
        code: code.replaceAll(list, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name && !name.startsWith('type '))
            .map(fileOf)
            .join(';'),
        ),
        map: null,
      }),
    },
  }
}

// The router's own links and forms bring all that they need for a kind of router that we do not use:
// marked as having no effect of their own, they are left out where nothing imports them.
function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\/(?:.*\/)?(?:lib|components)\.js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(
            /(?<== )(React\$?\d*\.(?:forwardRef|memo|createContext)\()/g,
            '/* @__PURE__ */ $1',
          ),
        map: null,
      }),
    },
  }
}

const circles: Plugin = {
  name: 'circles',
  generateBundle: (_, bundle) =>
    noCircles(bundle as Record<string, { imports?: readonly string[] }>),
}

/** A class is called by its name and its file: shorter than by its line too, and the same each time. */
function classOf(name: string, file: string): string {
  const place = relative(import.meta.dirname, file)
  return `${name}-${createHash('sha256').update(place).digest('base64url').slice(0, 4)}`
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    iconFiles(),
    unusedRouterParts(),
    circles,
    react(),
    nameFont(),
    nameArea(),
    developersPage(),
  ],
  server: {
    proxy: { '/api': bank, '/mailbox': bank },
    // A build beside it is no change of what it serves.
    watch: { ignored: ['**/web/dist*/**'] },
  },
  css: { modules: { generateScopedName: classOf } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would need an allowance in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Texts of the contract stand in the files that say them, not all in the first one.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        entryFileNames: 'assets/entry-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'chunkOf' }],
        },
      },
    },
  },
})
