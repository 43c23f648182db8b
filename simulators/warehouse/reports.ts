// What a warehouse is reported, and what it finds wrong with it. Its columns in a file are the names of the fields.

export const fields = [
  'requestCode',
  'gtin',
  'serialNumber',
  'lotNumber',
  'expiryDate',
  'pointOfSaleGln',
  'paymentLocationCode',
  'declaredSaleDate',
  'validSaleDate',
  'declarationId',
  'period',
] as const
export type Field = (typeof fields)[number]
/** One approved request. `declaredSaleDate`, `validSaleDate` and `declarationId` may be empty, not both dates. */
export type ReportedRequest = Record<Field, string>

/** Why a report is refused as a whole; `rows` where requests of it are at fault, in their order. */
export class Refused extends Error {
  readonly code: string
  readonly rows: RowFault[]
  constructor(code: string, message: string, rows: RowFault[] = []) {
    super(message)
    this.code = code
    this.rows = rows
  }
}
export type RowFault = { requestCode: string; field: Field; code: string; message: string }

const optional: ReadonlySet<Field> = new Set(['declaredSaleDate', 'validSaleDate', 'declarationId'])
const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const forms: Record<Field, RegExp> = {
  requestCode: /^\S{1,40}$/,
  gtin: /^\d{14}$/,
  serialNumber: /^[\x21-\x7e]{1,20}$/,
  lotNumber: /^[\x21-\x7e]{1,20}$/,
  expiryDate: day,
  pointOfSaleGln: /^\d{13}$/,
  paymentLocationCode: /^\S{1,40}$/,
  declaredSaleDate: day,
  validSaleDate: day,
  declarationId: /^\S{1,60}$/,
  period: /^\d{4}-(?:0[1-9]|1[0-2])$/,
}
const requestsAtMost = 10_000

/** The requests of a call: `{ "requests": [ … ] }`. */
export function readJson(text: string): ReportedRequest[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refused('W10', 'the body is no JSON')
  }
  const requests = typeof body === 'object' && body !== null && 'requests' in body ? body.requests : null
  if (!Array.isArray(requests)) throw new Refused('W10', 'the body has no list of requests')
  return requests.map((one: unknown) => {
    const given = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {}
    return rowOf((field) => given[field])
  })
}

/** The requests of a file: UTF-8 with or without a byte-order mark, the fields in any order, semicolons between them. */
export function readCsv(text: string): ReportedRequest[] {
  const [header, ...lines] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(cellsOf)
  const at = new Map((header ?? []).map((name, index) => [name.trim(), index]))
  const missing = fields.filter((field) => !at.has(field))
  if (missing.length > 0) throw new Refused('W10', `columns are missing: ${missing.join(', ')}`)
  return lines.map((cells) => rowOf((field) => cells[at.get(field) ?? -1]))
}

/** The cells of a line; one in quotation marks may hold a semicolon, and a quotation mark twice. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

function rowOf(value: (field: Field) => unknown): ReportedRequest {
  const row: Partial<ReportedRequest> = {}
  for (const field of fields) {
    const given = value(field)
    row[field] = typeof given === 'string' ? given.trim() : typeof given === 'number' ? String(given) : ''
  }
  return row as ReportedRequest
}

/** Throws `Refused` with everything that is wrong with a report to this warehouse. */
export function check(requests: readonly ReportedRequest[], warehouse: string): void {
  if (requests.length === 0) throw new Refused('W11', 'the report has no request')
  if (requests.length > requestsAtMost)
    throw new Refused('W12', `the report has more than ${requestsAtMost} requests`)
  const seen = new Set<string>()
  const faults = requests.flatMap((row) => {
    const { requestCode } = row
    const fault = (field: Field, code: string, message: string): RowFault => ({
      requestCode,
      field,
      code,
      message,
    })
    const found = fields.flatMap((field) => {
      if (row[field] === '') return optional.has(field) ? [] : [fault(field, 'W01', `${field} is missing`)]
      return forms[field].test(row[field]) ? [] : [fault(field, 'W02', `${field} cannot be read`)]
    })
    if (row.declaredSaleDate === '' && row.validSaleDate === '')
      found.push(fault('declaredSaleDate', 'W01', 'one of the sale dates is needed'))
    if (row.paymentLocationCode !== '' && row.paymentLocationCode !== warehouse)
      found.push(fault('paymentLocationCode', 'W04', `the request is not for ${warehouse}`))
    if (seen.has(requestCode)) found.push(fault('requestCode', 'W03', 'the report has the request twice'))
    seen.add(requestCode)
    return found
  })
  const [first] = faults
  if (first) throw new Refused(first.code, first.message, faults)
}
