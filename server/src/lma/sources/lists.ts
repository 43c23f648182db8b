import { downloadMarketFile, marketFiles, marketValues } from '@kervan/contract/lma/market-files'
import type { Language } from '@kervan/contract/kit/values'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { translate } from '../../kit/messages.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import type { LineFault } from './parsed.ts'

/** Files as they came, the newest first. */
export const marketFileList = serveList(
  marketFiles,
  'kind.marketFile.many',
  ({ actor }) => ({
    from: sql`market_file f`,
    where: [sql`f.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)],
    id: sql`f.id`,
    key: sql`f.id`,
    columns: {
      receivedAt: sql`f.received_at`,
      fileSource: sql`f.source`,
      fileName: sql`f.name`,
      marketWay: sql`f.way`,
      marketFileState: sql`f.state`,
      valuesRead: sql`f.values_read`,
      valuesTaken: sql`f.values_taken`,
      valuesHeld: sql`f.values_held`,
      receivedBy: sql`f.received_by`,
      fileHash: sql`f.sha256`,
    },
    facts: { faults: sql<LineFault[]>`f.faults` },
  }),
  ({ faults }, { language }) => ({ fileFaults: faultsIn(language, faults) }),
)

/** So many lines are named; of more it is said how many. */
const mostNamed = 20

/** What is wrong with which line, and what can be done about it. */
function faultsIn(language: Language, faults: readonly LineFault[]): string | null {
  if (faults.length === 0) return null
  const said = faults.slice(0, mostNamed).map(({ line, code }) =>
    translate(language, 'state.marketFault.line', {
      line,
      fault: translate(language, `state.marketFault.${code}`),
    }),
  )
  const more = faults.length - said.length
  return [
    ...said,
    ...(more > 0 ? [translate(language, 'state.marketFault.more', { count: more })] : []),
  ].join('\n')
}

/** Values with all their revisions, and where each came from. */
export const marketValueList = serveList(marketValues, 'kind.marketValue.many', ({ actor }) => ({
  from: sql`market_value v join market_file f on f.company_id = v.company_id and f.id = v.file_id
    left join fuel_product p on p.company_id = v.company_id and p.id = v.product_id`,
  where: [sql`v.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)],
  id: sql`v.id`,
  key: sql`v.id`,
  search: sql`fold(v.symbol || ' ' || coalesce(p.code, ''))`,
  columns: {
    valueDay: sql`v.day`,
    fileSource: sql`v.source`,
    symbol: sql`v.symbol`,
    priceType: sql`v.price_type`,
    fuelProduct: sql`p.code`,
    marketValue: sql`v.value`,
    lastValue: sql`v.last_value`,
    marketValueState: sql`v.state`,
    marketValueKind: sql`v.kind`,
    revision: sql`v.revision`,
    fileName: sql`f.name`,
    fileLine: sql`v.line`,
    receivedAt: sql`v.received_at`,
    decidedBy: sql`v.decided_by`,
  },
  extra: { fileId: sql`f.id` },
}))

export const downloadMarketFileHandler = handleDownload(downloadMarketFile, async ({ tx, actor, input }) => {
  const { rows } = await sql<{ name: string; content: Buffer }>`
    select f.name, f.content from market_file f
    where ${sql.join([sql`f.company_id = ${actor.company.id}`, sql`f.id = ${input.fileId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  if (!rows[0]) throw refusal('NotFound')
  return { name: rows[0].name, type: 'application/octet-stream', body: rows[0].content }
})
