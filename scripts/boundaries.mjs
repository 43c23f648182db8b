// Who may import whom. An area (server/src/order, web/src/order, contract/src/order) knows the kit, the contract and
// itself; what another area offers stands in that area's <area>.api.ts. The shell, the operator's commands and the files
// at the top of src put the areas together and may know all of them. The contract's areas share their words.
// Beside what it runs, an area of the server says what it gives the demo (server/src/order/demo) and the world that tests
// fill (server/src/order/*.testing.ts): the product never imports these, and only server/src/demo/load.ts and server/test
// put them together.
// The same in SQL (tables.mjs), and within an area: its folders ask each other one way. Files beside the folders are for all.
import { posix } from 'node:path'
import { report, sources } from './sources.mjs'
import { tableUses } from './tables.mjs'

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
const PACKAGES = ['contract', 'engine', 'server', 'web']
/**
 * Who may know whom, one way: an area knows those of the ranks before its own, never the other way round, not even by a
 * type. Those of one rank do not know each other. Registration, home, jobs and system put something of others together.
 */
const RANKS = [
  ['access'],
  ['account', 'company'],
  ['data'],
  ['order', 'porta', 'trace', 'services', 'lma', 'knowledge', 'diagnosis'],
  ['report'],
  ['administration'],
]
/** Files of the contract that hold words and rules of words, no calls. */
const vocabulary = [
  'words',
  'pack-states',
  'seasons',
  'username',
  'password-rules',
  'screens',
  'refusals',
  'operations',
]
/** What the kit puts together of the areas, each of which says its own part: words of the contract. */
const COMPOSED = {
  'contract/src/kit/refusal-catalogue.ts': 'refusals',
  'contract/src/kit/operations.ts': 'operations',
  'contract/src/kit/notices.ts': 'notices',
  'contract/src/kit/work.ts': 'work',
  'contract/src/kit/permission-areas.ts': 'call-groups',
  'server/src/demo/load.ts': '(?:\\w+/demo/(?:goods|members)|handlers)',
}
/** Writes that travel with the commit: nobody can answer their errors, so beside the kit only placing an order has them. */
const LAST_WRITE = /^\s*import\b[^;]*?\b(\w+AtCommit\w*)\b[^;]*?\bfrom\b/m
const PLACING = /^server\/src\/order\/new\/(?:place-order|order-inserts)\.ts$/
const SHARED_MANTINE = /^@mantine\/(core|hooks)$|^@mantine\/core\/.*\.css$/

export function boundaries(root) {
  const files = sources(root, ...PACKAGES.map((name) => `${name}/src/**/*.{ts,tsx}`))
  return [...files.flatMap(problemsOf), ...circles(files), ...tableUses(root, RANKS)]
}

function problemsOf(file) {
  const problems = importsOf(file.text).map(({ to, line }) => ({ line, why: whyNot(file.path, to) }))
  if (hasLastWrites(file)) problems.push({ line: 1, why: 'writes at the commit; only placing an order may' })
  if (isBarrel(file)) problems.push({ line: 1, why: 'passes on what others export; import it where it is' })
  return problems.filter(({ why }) => why).map(({ line, why }) => `${file.path}:${line}  ${why}`)
}

/** Imports between folders of one area that lead back to where they came from. */
function circles(files) {
  const arrows = files
    .filter(({ path }) => !/\.test(?:ing)?\.tsx?$|^\w+\/src\/(?:kit|\w+\/demo)\//.test(path))
    .flatMap(({ path, text }) =>
      importsOf(text).flatMap(({ to, line }) => {
        const [from, target] = [folderOf(path), to.startsWith('.') && folderOf(joined(path, to))]
        return from && target && from !== target && areaOf(from) === areaOf(target)
          ? [{ path, line, from, target }]
          : []
      }),
    )
  const targets = new Map()
  for (const { from, target } of arrows) targets.set(from, (targets.get(from) ?? new Set()).add(target))
  const reaches = (from, target, seen = new Set()) =>
    from === target ||
    (!seen.has(from) && [...(targets.get(from) ?? [])].some((next) => reaches(next, target, seen.add(from))))
  return arrows
    .filter(({ from, target }) => reaches(target, from))
    .map(
      ({ path, line, from, target }) => `${path}:${line}  ${from} and ${target} ask each other; one way only`,
    )
}

const joined = (path, to) => posix.normalize(posix.join(posix.dirname(path), to))
/** `server/src/order/edi` of a file within it; null for a file beside the folders of its area. */
const folderOf = (path) => /^(\w+\/src\/\w+\/[\w-]+)\//.exec(path)?.[1] ?? null
const areaOf = (folder) => posix.dirname(folder)

function whyNot(from, to) {
  const [owner, , area] = from.split('/')
  const isTest = /\.test\.tsx?$/.test(from)
  const isForTests = isTest || from.endsWith('.testing.ts')
  const isComposer = area.includes('.') || area === 'shell' || area === 'commands'
  if (!to.startsWith('.')) {
    if (owner === 'contract' && to !== 'zod' && !isTest && from !== 'contract/src/registry.ts')
      return `the contract imports only zod, not ${to}`
    if (to.startsWith('@mantine/') && area !== 'kit' && !isTest && !SHARED_MANTINE.test(to))
      return `only web/src/kit imports ${to}`
    const contractArea = to.startsWith('@kervan/contract/') ? to.split('/')[2] : ''
    if (owner === 'server' && isAbove(area, contractArea) && !isForTests && !isOfDemo(from))
      return wrongWay(area, contractArea)
    if (owner === 'engine' && to !== 'highs' && !isForTests)
      return `the engine imports only its solver highs, not ${to}`
    if (owner === 'server' && to.startsWith('@kervan/engine/')) return null
    if (to.startsWith('@kervan/') && !to.startsWith('@kervan/contract/'))
      return `${owner} does not know ${to}`
    return null
  }
  const target = posix.normalize(posix.join(posix.dirname(from), to))
  const [targetOwner, targetSrc, targetArea] = target.split('/')
  if (targetOwner === 'scripts' && isComposer) return null
  if (targetOwner !== owner)
    return PACKAGES.includes(targetOwner) || !isTest ? `leaves ${owner} for ${target}` : null
  if (targetSrc !== 'src')
    return isForTests || targetSrc === 'migrations' ? null : `leaves ${owner}/src for ${target}`
  if (target.endsWith('.testing.ts') && !isForTests) return `${target} is for tests`
  if (isComposer) return null
  const [inDemo, targetInDemo] = [isOfDemo(from), isOfDemo(target)]
  if (targetInDemo && !inDemo && !isTest) return `the product does not know the demo, ${target}`
  if (targetArea === area || targetArea === 'kit') return null
  if (inDemo && targetArea === 'demo' && !target.endsWith('/load.ts')) return null
  if (isTest && area === 'demo' && targetInDemo) return null
  if (COMPOSED[from] && new RegExp(`^\\w+/src/(?:\\w+/)?${COMPOSED[from]}\\.ts$`).test(target)) return null
  if (area === 'kit') return `the kit knows no area, not ${targetArea}`
  if (targetArea.includes('.')) return `an area does not know what puts it together, ${target}`
  if (isWrongWay(area, targetArea) && owner !== 'contract' && !isTest) return wrongWay(area, targetArea)
  if (isTest && rankOf(targetArea) >= 0 && rankOf(targetArea) < rankOf(area)) return null
  const file = posix.basename(target).replace(/\.tsx?$/, '')
  if (file === `${targetArea}.api` || (owner === 'contract' && vocabulary.includes(file))) return null
  return `${area} reaches into ${targetArea}; ask ${targetArea}.api.ts, or move what both need to the kit`
}

/** The demo's shared part, and what an area gives it. */
function isOfDemo(path) {
  return /^server\/src\/(?:\w+\/)?demo\//.test(path)
}

const rankOf = (area) => RANKS.findIndex((areas) => areas.includes(area))

function isAbove(area, targetArea) {
  return rankOf(area) >= 0 && rankOf(targetArea) > rankOf(area)
}

/** Above, or beside. */
function isWrongWay(area, targetArea) {
  return rankOf(area) >= 0 && rankOf(targetArea) >= rankOf(area)
}

function wrongWay(area, targetArea) {
  return `${area} must not know ${targetArea}; the order is ${RANKS.map((areas) => areas.join(', '))
    .toReversed()
    .join(' → ')}`
}

function importsOf(text) {
  return [...text.matchAll(IMPORT)].map((match) => ({
    to: match[1] ?? match[2] ?? match[3],
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }))
}

function hasLastWrites({ path, text }) {
  const free = path.startsWith('server/src/kit/') || PLACING.test(path) || path.endsWith('.test.ts')
  return !free && path.startsWith('server/') && LAST_WRITE.test(text)
}

function isBarrel({ path, text }) {
  const passedOn = /^\s*export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'"`;]*?\bfrom\s*['"][^'"]+['"];?/gm
  if (/\.api\.tsx?$/.test(path) || !passedOn.test(text)) return false
  return (
    /^\s*export\s+\*/m.test(text) ||
    text
      .replace(passedOn, '')
      .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
      .trim() === ''
  )
}

if (import.meta.main) report(boundaries(process.cwd()))
