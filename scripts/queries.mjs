// What a query of a company may say (docs/kit/database.md). Each level of it names the company itself: distributed
// PostgreSQL does not see that a subquery is about one company when it says so by a column of the query around it.
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
      [...comparedColumns(text), ...settings(text)].map(
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

if (import.meta.main) report(queries(process.cwd()))
