import type { ListSource } from '@kervan/contract/lma/words'
import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { settleChange } from '../../kit/master/apply.ts'
import { addRows, beginChange } from '../../kit/master/change.sql.ts'
import type { MasterContext } from '../../kit/master/kind.ts'
import { propose } from '../../kit/master/propose.ts'
import { refineryPrices } from '../kinds/refinery.ts'
import type { ListRow } from './price-list.ts'

// A price list becomes a change of refinery prices in the name of who brought it, and waits for a second person as if it
// had been entered (LMA-001, LMA-002).

/** Lists name prices of the days to come, not of months to come. */
const daysAhead = 14

export type Proposed = {
  /** Prices that wait for a second person. */
  held: number
  faults: { line: number; code: string }[]
}

/** As records keep it: without zeros at the end. */
const plain = (price: string): string =>
  price.includes('.') ? price.replace(/0+$/, '').replace(/\.$/, '') : price

type Symbol = { code: string; product: string; from: string; to: string | null }

/** Proposes what the list has and the records have not. Prices that stand already are left out. */
export async function proposePrices(
  context: MasterContext,
  source: ListSource,
  fileName: string,
  rows: readonly ListRow[],
): Promise<Proposed> {
  const { tx, actor, now } = context
  const symbols = await symbolsOf(tx, actor.company.id, source)
  const latest = addDays(dayIn(actor.company.timeZone, now), daysAhead)
  const faults: Proposed['faults'] = []
  const named = rows.flatMap((row) => {
    const product = symbols.find(
      ({ code, from, to }) => code === row.symbol && from <= row.day && (to === null || row.day <= to),
    )?.product
    const code = row.day > latest ? 'Day' : product === undefined ? 'UnknownSymbol' : null
    if (code !== null || product === undefined) {
      faults.push({ line: row.line, code: code ?? 'UnknownSymbol' })
      return []
    }
    return [{ row, product }]
  })
  const judged = await propose(
    context,
    refineryPrices.served,
    named.map(({ row, product }) => ({
      fileRow: row.line,
      given: {
        fuelProduct: product,
        refinery: row.refinery,
        validFrom: row.day,
        price: plain(row.price),
        refineryUnit: row.unit,
      },
    })),
  )
  for (const { action, fileRow } of judged)
    if (action === 'Faulty') faults.push({ line: fileRow ?? 0, code: 'Refused' })
  const good = judged.filter(({ action }) => action === 'Added' || action === 'Changed')
  if (good.length > 0) {
    const { id } = await beginChange(context, refineryPrices.served, {
      source: 'FileDrop',
      state: 'Succeeded',
      file_name: fileName,
    })
    await addRows(tx, actor, refineryPrices.served, id, good)
    await settleChange(context, refineryPrices.served, { id, source: 'FileDrop' })
  }
  return { held: good.length, faults }
}

async function symbolsOf(tx: Tx, company: number, source: ListSource): Promise<Symbol[]> {
  const { rows } = await sql<Symbol>`
    select s.code, p.code as product, s.valid_from::text as from, s.valid_to::text as to from market_symbol s
    join fuel_product p on p.company_id = s.company_id and p.id = s.product_id
    where s.company_id = ${company} and s.price_source = ${source}`.execute(tx)
  return rows
}
