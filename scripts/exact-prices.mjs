// Prices are exact (domain/fuel 7): nothing in the fuel price module reckons with numbers of JavaScript. What is no price,
// such as a day or an hour, says so at the end of its line: `// no price`.
import { report, sources } from './sources.mjs'

const AREAS = ['contract/src/lma/**/*.ts', 'server/src/lma/**/*.ts']
/** Fractions themselves, data that is made up, and tests. */
const EXEMPT = /\.test(?:ing)?\.ts$|\/lma\/exact\.ts$|\/lma\/demo\//
const ARITHMETIC = [
  [/\b(?:parseFloat|parseInt)\(|\bNumber\(/, 'a number is read'],
  [/\bMath\.\w+\(/, 'numbers are reckoned with'],
  [/[\w)\]] (?:\*|\/|%) [\w(]/, 'numbers are multiplied or divided'],
  [/\.toChart\(/, 'a price becomes a number'],
]

export function exactPrices(root) {
  return AREAS.flatMap((area) => sources(root, area))
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) => faultsIn(text).map(({ line, why }) => `${path}:${line}  ${why}: use Exact`))
}

/** What a text says outside of comments, texts and SQL. */
function faultsIn(text) {
  const lines = text.split('\n')
  const bare = withoutTexts(text).split('\n')
  return bare.flatMap((line, at) => {
    if (lines[at].endsWith('// no price')) return []
    const [, why] = ARITHMETIC.find(([pattern]) => pattern.test(line)) ?? []
    return why ? [{ line: at + 1, why }] : []
  })
}

/** Texts, templates and comments as blanks; lines stay where they are. What stands in `${…}` goes with its template. */
function withoutTexts(text) {
  const blank = (found) => found.replace(/[^\n]/g, ' ')
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, blank)
    .replace(/'(?:[^'\\\n]|\\.)*'/g, blank)
    .replace(/`(?:[^`\\]|\\.)*`/g, blank)
    .replace(/\/(?:[^/\\\n[]|\\.|\[[^\]\n]*\])+\/[a-z]*(?=[.,)\s])/g, (found) =>
      found.startsWith('/ ') ? found : blank(found),
    )
}

if (import.meta.main) report(exactPrices(process.cwd()))
