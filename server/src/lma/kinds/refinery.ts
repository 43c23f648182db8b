import { localExpectationKind, refineryPriceKind } from '@kervan/contract/lma/refinery'
import { firstBusinessDay } from '@kervan/contract/lma/calendar'
import { sql } from 'kysely'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { ownDays } from '../calendar.sql.ts'
import { mailPriceChanged } from '../mails/price-changed.ts'
import { recheckAfter } from '../reckoning/recheck.ts'
import { productReference } from './reference.ts'

/** Prices of the refineries. Those of LPG change on the first business day of a month only (LMA-003). */
export const refineryPrices = serveMasterData(refineryPriceKind, {
  table: 'refinery_price',
  recordType: 'refineryPrice',
  ...productReference,
  rules: async (context, rows) => {
    const [lpg, own] = [await lpgCodes(context), await ownDays(context.tx, context.actor.company.id, 'TR')]
    rows.forEach((row) => checkLpg(row, lpg, own))
  },
  after: async (context, changeId) => {
    await recheckAfter('validFrom')(context, changeId)
    await mailPriceChanged(context, changeId)
  },
})

function checkLpg(
  { after, addIssue }: RowOfKind<typeof refineryPriceKind>,
  lpg: ReadonlySet<string>,
  own: ReadonlyMap<string, boolean>,
): void {
  if (!after || !lpg.has(after.fuelProduct)) return
  const first = firstBusinessDay(after.validFrom, own)
  if (after.validFrom !== first) addIssue('validFrom', 'LpgFirstBusinessDay', { day: first })
}

async function lpgCodes({ tx, actor }: MasterContext): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select code from fuel_product where company_id = ${actor.company.id} and fuel_group = 'Lpg'`.execute(tx)
  return new Set(rows.map(({ code }) => code))
}

export const localExpectations = serveMasterData(localExpectationKind, {
  table: 'local_expectation',
  recordType: 'localExpectation',
  ...productReference,
})
