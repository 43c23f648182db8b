// What the code costs, now and at another commit: `npm run figures [-- <commit>]`. The table stands in docs/architecture.md.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const now = ':working tree'

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 1e9 })

/** Every source of a commit, or of the working tree, as path and text; generated files and messages left out. */
function sourcesAt(commit) {
  const paths = (commit === now ? git('ls-files') : git('ls-tree', '-r', '--name-only', commit))
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !/\.gen\.ts$|\.d\.[mc]?ts$/.test(path))
  const object = (path) => (commit === now ? `:${path}` : `${commit}:${path}`)
  const texts = execFileSync('git', ['cat-file', '--batch'], {
    input: paths.map(object).join('\n'),
    maxBuffer: 1e9,
  })
  let at = 0
  return paths.map((path) => {
    const end = texts.indexOf(10, at)
    const size = Number(texts.subarray(at, end).toString().split(' ')[2])
    at = end + size + 2
    return { path, text: texts.subarray(end + 1, end + 1 + size).toString('utf8') }
  })
}

const linesOf = (files) => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
const countOf = (files, pattern) =>
  files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
const filesAndLines = (files) => `${files.length} files, ${linesOf(files)} lines`

/** Casts of a source: `as` and a type, where neither a text, a comment, an import nor a renaming export says it. */
function castsIn(text) {
  const bare = text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/(?<=^|\s)\/\/.*$/gm, '')
    .replace(/`(?:\\.|[^\\`])*`|'(?:\\.|[^\\'\n])*'|"(?:\\.|[^\\"\n])*"/g, "''")
    .replace(/^(?:import|export) (?:type )?(?:\{[^}]*\}|\*.*)/gm, '')
  return bare.match(/[\w)\]}'!] as (?!const\b)[\w{(]/g)?.length ?? 0
}

function figuresOf(all) {
  const isTest = ({ path }) => /\.test(?:ing)?\.|\.spec\.|^e2e\/|\/test\//.test(path)
  const code = all.filter((file) => !isTest(file))
  const inOrder = ({ path }) => /^(contract|server|web)\/src\/order\/(?!demo\/)/.test(path)
  // The newest decision on orders, with the files of ordering that name it: rejecting, before there were more.
  const naming = (words) => code.filter((file) => inOrder(file) && words.test(file.text))
  const overriding = naming(/overrid(e|den)Quota/i)
  const decision = overriding.length > 0 ? overriding : naming(/reject/i)
  const contacts = code.filter(
    ({ path }) => /^(contract|server|web)\/src\/.*contacts/i.test(path) && !/demo|tell-contacts/.test(path),
  )
  const list = contacts.find(({ path }) => path.endsWith('notification-contacts.ts'))
  const columns = [...(list?.text.matchAll(/^ {4}(\w+): (?:column|field)\./gm) ?? [])].map(([, name]) => name)
  const written = columns.reduce((sum, name) => sum + countOf(contacts, new RegExp(`\\b${name}\\b`, 'g')), 0)
  return {
    'lines of code': linesOf(code),
    'lines of tests': linesOf(all.filter(isTest)),
    'files of code over 300 lines': code.filter(({ text }) => text.split('\n').length > 301).length,
    'casts (`as`, without `as const`)': code
      .filter(({ path }) => /\.tsx?$/.test(path))
      .reduce((sum, { text }) => sum + castsIn(text), 0),
    'one decision on orders': filesAndLines(decision),
    'contacts: list, form and workbook': filesAndLines(contacts),
    'a column of contacts is named, times': columns.length ? (written / columns.length).toFixed(1) : '–',
  }
}

/** How many calls and lists the contract of a commit declares; a kind of master data brings a dozen of them. */
async function declaredAt(commit) {
  if (commit === now) return import('../contract/src/registry.ts')
  // Inside the checkout, so that its packages are found.
  const cache = join(import.meta.dirname, '../.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'figures-'))
  const archive = execFileSync('git', ['archive', commit, 'contract'], { maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  try {
    return await import(join(folder, 'contract/src/registry.ts'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function allFiguresOf(commit) {
  const figures = figuresOf(sourcesAt(commit))
  const { calls, lists } = await declaredAt(commit)
  return {
    calls: calls.length,
    lists: Object.keys(lists).length,
    ...figures,
    'lines of code for a call': Math.round(figures['lines of code'] / calls.length),
  }
}

const [given] = process.argv.slice(2)
const shown = await Promise.all([...(given ? [given] : []), now].map(allFiguresOf))
for (const name of Object.keys(shown[0]))
  console.log(`| ${[name, ...shown.map((figures) => figures[name])].join(' | ')} |`)
