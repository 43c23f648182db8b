import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { dependencies: Record<string, string> }

// Everything is prepared before the first page asks for it: what Vite finds later makes it load the page, or a test, anew.
const libraries = Object.keys(dependencies).filter((name) => !/^@kervan\/|^@fontsource|^@hookform\/resolvers$/.test(name))
const parts = ['@hookform/resolvers/zod', 'dayjs/locale/de', 'dayjs/locale/tr', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime']
const testing = process.env.VITEST ? ['axe-core', 'vitest-browser-react', 'fast-check'] : []

const server = process.env.KERVAN_SERVER ?? 'http://127.0.0.1:3000'

/** `VITE_MEMORY=1 vite web` draws the screens over a server in the page. Never part of a build. */
const memory: Plugin = {
  name: 'kervan-memory',
  apply: 'serve',
  transformIndexHtml: () => (process.env.VITE_MEMORY ? [{ tag: 'script', attrs: { type: 'module', src: '/test/memory.ts' }, injectTo: 'head' }] : []),
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ compiler: true }), memory],
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: { proxy: process.env.VITE_MEMORY ? {} : { '/api': server, '/assets/localization': server } },
  optimizeDeps: { include: [...libraries, ...parts, ...testing] },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 900 },
})
