// Which area a table belongs to, and who may name it in SQL: the area itself and those above it, never the kit or an area
// below. What an area below needs of one above is asked by a part of the upper area (server/src/kit/parts.ts).
import { sources } from './sources.mjs'

/** What the kit keeps: who asks with rights and reach, work, files, changes of master data and records of what was done. */
const KIT =
  /^(?:company|company_policy|company_profile|identity|membership\w*|role\w*|session|second_factor|api_key\w*|login_attempt|ui_filter\w*|answered_request|audit_\w+|counter|delivery|device\w*|file|job\w*|master_\w+|notice\w*|outbox|record_event|schedule\w*)$/
/** What signing in needs, whoever else keeps it up. */
const ACCESS =
  /^(?:acknowledgement\w*|entra_\w+|known_device|linked_company|login_throttle|recovery_code|refused_company|temporary_password|project|subscription|service_media_content)$/

/** Uses that are allowed all the same: file, tables and why. */
export const EXCEPTIONS = [
  ['server/src/access/invitation.ts', 'location|partner', 'an invitation names the places that it is for'],
  ['server/src/company/location-parts.ts', 'sales_order', 'the overview of a location counts its orders'],
  [
    'server/src/company/product-parts.ts',
    'sales_order|order_line|price_change',
    'the overview of a product counts its orders and names its next price',
  ],
  ['server/src/company/product-timeline.ts', 'price_change', 'the time line of a product shows its prices'],
  [
    'server/src/company/properties.ts',
    'predefined_value|property_definition',
    'records have the properties that the data defines',
  ],
  ['server/src/company/locations.ts', 'country', 'an address is in a country of the data'],
]

const CLAUSE = /\b(from|join|into|update)\s+(?:only\s+)?([a-z_]+)\b/g
const BUILDER =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin|insertMany(?:Queries)?|(?:sharedR|r)owsOf|table:)\s*\(?\s*(?:tx,\s*)?'([a-z_]+)/g
const WRITES =
  /^(?:into|update|insertInto|updateTable|deleteFrom|insertMany(?:Queries)?|(?:sharedR|r)owsOf|table:)$/

/** `ranks` as in boundaries.mjs, the lowest first. Answers uses of tables by areas below their owners. */
export function tableUses(root, ranks) {
  const known = new Set(tablesOf(root))
  const rankOf = (area) => (area === 'kit' ? -1 : ranks.findIndex((areas) => areas.includes(area)))
  const uses = sources(root, 'server/src/**/*.ts')
    .filter(({ path }) => !/\.test(?:ing)?\.ts$|\/db\.gen\.ts$|\/demo\//.test(path))
    .flatMap(({ path, text }) => usesIn(path, text).filter(({ table }) => known.has(table)))
  const owners = new Map([...known].map((table) => [table, ownerOf(table, uses, rankOf)]))
  return uses.flatMap(({ path, line, area, table }) => {
    const owner = owners.get(table)
    if (area === owner || rankOf(owner) <= rankOf(area) || (rankOf(area) < 0 && area !== 'kit')) return []
    if (EXCEPTIONS.some(([file, tables]) => file === path && new RegExp(`^(?:${tables})$`).test(table)))
      return []
    return [
      `${path}:${line}  ${area} names ${table} of ${owner} in SQL; ${owner} brings a part for what is asked`,
    ]
  })
}

/** Whoever writes a table most has it; of several the lowest. A table that nobody writes is that of its lowest reader. */
function ownerOf(table, uses, rankOf) {
  if (KIT.test(table)) return 'kit'
  if (ACCESS.test(table)) return 'access'
  const own = uses.filter((use) => use.table === table && rankOf(use.area) >= 0)
  const writes = own.filter(({ writes }) => writes)
  const counted = Map.groupBy(writes.length > 0 ? writes : own, ({ area }) => area)
  const most = writes.length > 0 ? Math.max(...[...counted.values()].map((all) => all.length)) : 1
  return [...counted]
    .filter(([, all]) => all.length >= most)
    .map(([area]) => area)
    .toSorted((one, other) => rankOf(one) - rankOf(other))[0]
}

function tablesOf(root) {
  const [{ text } = { text: '' }] = sources(root, 'server/src/kit/database/db.gen.ts')
  return [...text.slice(text.indexOf('export interface DB {')).matchAll(/^ {2}(\w+): /gm)].map(
    ([, name]) => name,
  )
}

function usesIn(path, text) {
  const area = path.split('/')[2]
  const bare = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  )
  return [CLAUSE, BUILDER].flatMap((pattern) =>
    [...bare.matchAll(pattern)].map(({ index, 1: how, 2: table }) => ({
      path,
      area,
      table,
      writes:
        WRITES.test(how) && !(how === 'update' && /\bfor $/.test(bare.slice(Math.max(0, index - 4), index))),
      line: bare.slice(0, index).split('\n').length,
    })),
  )
}
