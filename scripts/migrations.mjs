// What a migration may say. It is done once on every database there is, so it names no list that grows afterwards, and
// its DDL has the form that distributed PostgreSQL takes: keys and checks of existing tables through migrations/kit.ts.
import { report, sources } from './sources.mjs'

const ALLOWED_IMPORTS = ['./kit.ts', 'kysely']

const FORBIDDEN = [
  { pattern: /\breferences\b|\bforeign key\b/gi, why: 'give foreign keys to the table, or use addKey' },
  { pattern: /\badd column\b/gi, why: 'use addColumn' },
  { pattern: /\badd (?:constraint|check)\b/gi, why: 'use addKey, addCheck or changeWords' },
  { pattern: /\balter constraint\b/gi, why: 'use changeKey' },
  { pattern: /\bcreate table\b/gi, why: 'use tenantTable, masterTable or sharedTable' },
  {
    pattern: /addColumn\(\s*db,\s*'\w+',\s*(['"`])(?:(?!\1)[^])*?\bcheck \(/g,
    why: 'add the column first and its check after it',
  },
]

export function migrations(root) {
  return sources(root, 'server/migrations/*.ts').flatMap(({ path, text }) => {
    const imports = [...text.matchAll(/^import\b[^'"`;]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm)]
    const foreign = imports
      .map(({ index, 1: from, 2: lazy }) => ({ index, from: from ?? lazy }))
      .filter(({ from }) => !ALLOWED_IMPORTS.includes(from))
      .map(({ index, from }) => ({ index, why: `write the words out instead of importing ${from}` }))
    const code = path.endsWith('/kit.ts') ? '' : withoutComments(text)
    const statements = FORBIDDEN.flatMap(({ pattern, why }) =>
      [...code.matchAll(pattern)].map(({ index }) => ({ index, why })),
    )
    return [...foreign, ...statements]
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, why }) => `${path}:${text.slice(0, index).split('\n').length}  ${why}`)
  })
}

/** The same length and lines, with spaces for comments. */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '))

if (import.meta.main) report(migrations(process.cwd()))
