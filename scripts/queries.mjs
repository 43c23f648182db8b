// What a query of a company may say (docs/kit/database.md). Each level of it names the company itself: distributed
// PostgreSQL does not see that a subquery is about one company when it says so by a column of the query around it. What
// an insert selects it sends to a worker by COPY, which row-level security refuses, unless something is returned or a
// conflict is spoken of.
import { report, sources } from './sources.mjs'

const ANOTHERS = /\b(?:where|and)\s+(?:[a-z_]\w*\.)?company_id = [a-z_]\w*\.company_id\b/gi
/** Follows `join … on` up to the next clause, where comparing two columns is what a join is for. */
const JOIN = /\bjoin\s+(?:lateral\s+)?(?:[a-z_]\w*|\$\{\w+\})(?:\s+(?:as\s+)?[a-z_]\w*)?\s+on\s+/gi

export function queries(root) {
  return sources(root, 'server/src/**/*.ts')
    .filter(
      ({ path }) =>
        !/\.test(?:ing)?\.ts$|\/db\.gen\.ts$|\/commands\/|\/postgres\/|\/database\/(?:roles|migrate)\.ts$/.test(
          path,
        ),
    )
    .flatMap(({ path, text }) =>
      [...comparedColumns(text), ...settings(text), ...silentInserts(text)].map(
        ({ index, why }) => `${path}:${text.slice(0, index).split('\n').length}  ${why}`,
      ),
    )
}

function comparedColumns(text) {
  return [...text.matchAll(ANOTHERS)]
    .filter(({ index }) => !isOfJoin(text, index))
    .map(({ index }) => ({
      index,
      why: 'compare company_id with the company itself, not with another column',
    }))
}

/** Whether the condition at `index` belongs to a `join … on`: no parenthesis is left and no `where` begins between. */
function isOfJoin(text, index) {
  for (const match of text.matchAll(JOIN)) {
    const from = match.index + match[0].length
    if (from > index) return false
    const between = text.slice(from, index)
    if (!/\bwhere\b|`/i.test(between) && !/^where/i.test(text.slice(index)) && depth(between) === 0)
      return true
  }
  return false
}

const depth = (text) => text.split('(').length - text.split(')').length

const settings = (text) =>
  [...text.matchAll(/\bcurrent_setting\(|\bset constraints\b|\bset local plan_cache_mode\b/gi)].map(
    ({ index }) => ({
      index,
      why: 'the company is a parameter; settings do not reach every worker',
    }),
  )

const INSERT = /\binsert into \w+ \([\w\s,]+\)\s+select\b/gi

function silentInserts(text) {
  return [...text.matchAll(INSERT)]
    .filter(({ index }) => !/\breturning\b|\bon conflict\b/i.test(statementAt(text, index)))
    .map(({ index }) => ({
      index,
      why: 'an insert that selects returns something, or says what a conflict does',
    }))
}

/** From `index` to the backtick that ends the statement; those within `${…}` belong to its parts. */
function statementAt(text, index) {
  let level = 0
  for (let at = index; at < text.length; at++) {
    if (text.startsWith('${', at)) level++
    else if (text[at] === '}' && level > 0) level--
    else if (text[at] === '`' && level === 0) return text.slice(index, at)
  }
  return text.slice(index)
}

if (import.meta.main) report(queries(process.cwd()))
