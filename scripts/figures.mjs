// What the code costs: `npm run figures`. Sizes are of the working tree, what a change cost of the commits that made it.
// The table stands in docs/architecture.md.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { partsOf } from '../contract/src/kit/master-data.ts'
import { calls, importKinds, kinds, lists } from '../contract/src/registry.ts'
import { managerDecisions } from '../contract/src/order/order-management.ts'

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 1e9 })

const sources = git('ls-files')
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !/\.d\.[mc]?ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const linesOf = (files) => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
const isGenerated = ({ path }) => path.endsWith('.gen.ts')
const isTest = ({ path }) => /\.test(?:ing)?\.|\.spec\.|^e2e\/|\/test\//.test(path)
const isDemo = ({ path }) => /\/demo\//.test(path)
const isMigration = ({ path }) => path.startsWith('server/migrations/')
const rest = (...kept) => sources.filter((file) => !kept.some((is) => is(file)))

/** Casts of a source: `as` and a type, where neither a text, a comment, an import nor a renaming export says it. */
function castsIn(text) {
  const bare = text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/(?<=^|\s)\/\/.*$/gm, '')
    .replace(/`(?:\\.|[^\\`])*`|'(?:\\.|[^\\'\n])*'|"(?:\\.|[^\\"\n])*"/g, "''")
    .replace(/^(?:import|export) (?:type )?(?:\{[^}]*\}|\*.*)/gm, '')
  return bare.match(/[\w)\]}'!] as (?!const\b)[\w{(]/g)?.length ?? 0
}

/** Calls, lists and kinds that somebody wrote: what a list or a kind of master data brings is one declaration. */
function written() {
  const ofKinds = importKinds.map((kind) => partsOf(kind))
  const brought = new Set(ofKinds.flatMap((parts) => parts.calls.map(({ name }) => name)))
  const listsOfKinds = new Set(ofKinds.flatMap((parts) => parts.lists))
  const own = lists.filter((list) => !listsOfKinds.has(list))
  for (const { page, excel } of lists) for (const { name } of [page, excel]) brought.add(name)
  return calls.filter(({ name }) => !brought.has(name)).length + own.length + importKinds.length
}

/** Requirements that a test cites in a title. */
const cited = () =>
  new Set(sources.filter(isTest).flatMap(({ text }) => text.match(/\b[A-Z]{3}-\d{3}\b/g) ?? []))

/** The first commit that wrote `text` into the contract. */
const firstWith = (text) =>
  git('log', '--reverse', '--format=%ct %H', `-S${text}`, '--', 'contract/src').split('\n')[0]
/** The commit that added a file. */
const added = (path) => git('log', '--diff-filter=A', '--format=%ct %H', '--', path).trim().split('\n').at(-1)
const newest = (commits) => commits.filter(Boolean).toSorted().at(-1)?.split(' ')[1]

/** Files and lines that a commit added or changed; words and docs are told apart from code and tests. */
function costOf(commit) {
  if (!commit) return '–'
  const changed = git('show', '--numstat', '--format=', commit)
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([plus, , path]) => ({ lines: Number(plus) || 0, path }))
    .filter((file) => !isGenerated(file))
  const sum = (files) => files.reduce((total, { lines }) => total + lines, 0)
  const code = changed.filter((file) => /\.(tsx?|mjs|css)$/.test(file.path) && !isTest(file))
  return `${changed.length} files, ${sum(changed)} lines; ${code.length} of code, ${sum(code)} lines (${commit.slice(0, 8)})`
}

const product = rest(isGenerated, isTest, isDemo, isMigration)
const requirements = cited()
const figures = {
  'calls, lists, kinds of master data': `${calls.length}, ${lists.length}, ${kinds.length}`,
  'lines of code': linesOf(product),
  'lines of demo, migrations, generated': [isDemo, isMigration, isGenerated]
    .map((is) => linesOf(sources.filter((file) => is(file) && !isTest(file))))
    .join(', '),
  'lines of tests': linesOf(sources.filter(isTest)),
  'lines of code for a requirement that a test cites': `${Math.round(linesOf(product) / requirements.size)} (${requirements.size})`,
  'lines of code for a call, list or kind that somebody wrote': `${Math.round(linesOf(product) / written())} (${written()})`,
  'files of code over 300 lines': product.filter(({ text }) => text.split('\n').length > 301).length,
  'casts (`as`, without `as const`)': product
    .filter(({ path }) => /\.tsx?$/.test(path))
    .reduce((sum, { text }) => sum + castsIn(text), 0),
  'the newest decision on orders': costOf(
    newest(Object.values(managerDecisions).map(({ one }) => firstWith(one.name))),
  ),
  'the newest kind of master data': costOf(
    newest(
      sources
        .filter(({ path, text }) => /^contract\/.*(?<!test)\.ts$/.test(path) && /= masterData\('/.test(text))
        .map(({ path }) => added(path)),
    ),
  ),
}
for (const [name, figure] of Object.entries(figures)) console.log(`| ${name} | ${figure} |`)
