import { mergeMessages, type MessageTree } from '@kervan/contract/kit/merge-messages'
import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const readJson = <T>(file: string | URL): T =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
const { version } = readJson<{ version: string }>('../package.json')
const { dependencies } = readJson<{ dependencies: Record<string, string> }>('package.json')

// Everything is prepared before the first page asks for it: what Vite finds later makes it load the page, or a test, anew.
const libraries = Object.keys(dependencies).filter(
  (name) => !/^@kervan\/|^@fontsource|^@hookform\/resolvers$|^zxing-wasm$/.test(name),
)
const parts = [
  '@hookform/resolvers/zod',
  'dayjs/locale/de',
  'dayjs/locale/tr',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'zxing-wasm/reader',
]
const testing = process.env.VITEST ? ['axe-core', 'vitest-browser-react', 'fast-check'] : []

/** In component tests nothing may be asked of a server that does not run. */
const alone = Boolean(process.env.VITEST)
const server = process.env.KERVAN_SERVER ?? 'http://127.0.0.1:3000'

const messages = new URL('../contract/src/messages/', import.meta.url)

/** Where there is no server behind the page, its words come from the same files it would read them from (SHL-013). */
const words: Plugin = {
  name: 'kervan-words',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    if (!alone) return
    middlewares.use('/assets/localization', (request, response, next) => {
      const language = /^\/(en|tr|de)\.json(?:\?|$)/.exec(request.url ?? '')?.[1]
      if (!language) return next()
      const folder = new URL(`${language}/`, messages)
      const areas = readdirSync(folder).map((file) => readJson<MessageTree>(new URL(file, folder)))
      response
        .setHeader('Content-Type', 'application/json; charset=utf-8')
        .end(JSON.stringify(mergeMessages(areas)))
    })
  },
}

/**
 * Zod can turn a schema into JSON Schema, which only the server does; every schema refers to that code, so that nothing
 * but taking it out of the build keeps it from being loaded (5.5 kB of the first load). Fails when Zod renames it.
 */
function withoutJsonSchema(): Plugin {
  const isJsonSchema = (id: string) =>
    /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js/.test(id)
  const left = new Set<string>()
  return {
    name: 'kervan-without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!isJsonSchema(id)) return null
      left.add(id)
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return names.map((name) => `export const ${name} = () => undefined`).join('\n')
    },
    buildEnd() {
      if (left.size !== 2)
        this.error(`The JSON Schema part of Zod was looked for in two files and found in ${left.size}.`)
    },
  }
}

// What every screen needs and no release of ours changes: one file, which the browser keeps from version to version and
// which packs better than its pieces.
const libraryGroup = {
  name: 'libraries',
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|zod|react-hook-form|@hookform|@tanstack[\\/](react-router|router-core|history|react-store|store|query-core|react-query)|use-sync-external-store|@floating-ui|@mantine[\\/]core[\\/]esm[\\/]core)[\\/]/,
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Mantine passes all its components on in one module, so who imports it says little about which are needed. */
const isMantine = /[\\/]node_modules[\\/]@mantine[\\/]/

// What is loaded together is one file: the sign-in page, then the frame around each screen, then what lists and their
// records are made of. Each has what its modules import and the ones before it have not, so they form no circle.
const layers = [
  { name: 'start', of: ['main.tsx', 'access/Login.tsx'] },
  { name: 'frame', of: ['shell/Shell.tsx', 'shell/FilterNotice.tsx', 'kit/feedback/FeedbackHost.tsx'] },
  {
    name: 'kit',
    of: [
      'kit/grid/DataGrid.tsx',
      'kit/record/RecordDrawer.tsx',
      'kit/record/RecordEvents.tsx',
      'kit/record/RecordHistory.tsx',
    ],
  },
]

/** The layer of each module that is in one. */
function layerOf(graph: Graph): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, of } of layers) {
    const waiting = of.map((path) => join(import.meta.dirname, 'src', path))
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      if (found.has(id) || isMantine.test(id)) continue
      found.set(id, name)
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return found
}

let layerOfModule: Map<string, string> | null = null
const layerGroups = layers.map(({ name }) => ({
  debugName: name,
  name: (id: string, graph: Graph) => ((layerOfModule ??= layerOf(graph)).get(id) === name ? name : null),
}))

// What several screens of an area share. Areas need each other one way only (scripts/boundaries.mjs), so these files form
// no circle either.
const areaGroup = {
  debugName: 'areas',
  name: (id: string) => /[\\/](?:web|contract)[\\/]src[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null,
  test: /[\\/](?:web|contract)[\\/]src[\\/](?!kit|shell|messages|dev)\w+[\\/]/,
  minShareCount: 2,
}

// Components by which screens use them, small ones with the nearest larger file. A screen opened by its address would
// otherwise ask for a file a component.
const mantineGroup = {
  name: 'mantine',
  test: isMantine,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 6_000,
}

/** Scripts that every page has loaded before any other: to name them again at each lazy import weighs a kilobyte. */
const atStart = /\/(?:rolldown-runtime|libraries|start)-[\w-]+\.js$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ compiler: true }), words, withoutJsonSchema()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: { proxy: alone ? {} : { '/api': server, '/assets/localization': server } },
  optimizeDeps: { include: [...libraries, ...parts, ...testing] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [libraryGroup, ...layerGroups, areaGroup, mantineGroup] },
        // A shared file would be named after all that share it.
        // The first file names all others, so their names are short.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
      },
    },
    modulePreload: { resolveDependencies: (_file, needed) => needed.filter((one) => !atStart.test(one)) },
  },
})

const groups = ['rolldown-runtime', 'libraries', ...layers.map(({ name }) => name)]
/** What is loaded at the start keeps its name; of all others the first letter is enough. */
function shortName(name: string): string {
  const [first = name] = name.split('~')
  return groups.includes(first) ? first : first.slice(0, 1)
}
