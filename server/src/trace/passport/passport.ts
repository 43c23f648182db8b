import { packChapters } from '@kervan/contract/kit/pack-passport'
import { getPackPassport, type PackPassport } from '@kervan/contract/trace/passport'
import { tracedPacks } from '@kervan/contract/trace/inquiry'
import { readPack, type Pack } from '@kervan/contract/kit/gs1/pack'
import type { PackState } from '@kervan/contract/porta/pack-states'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { holds } from '../../kit/http/gates.ts'
import { partsOf } from '../../kit/parts.ts'
import type { PackTold } from '../../kit/records/pack-passport.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { codeFault } from '../inquiry/list.ts'
import { packState } from '../recalls/recall.sql.ts'

// The passport of a pack: each area tells its own part, within what the reader may see of it.

type Named = { gtin: string; serialNumber: string; code: Pack | null }
type Chapter = PackPassport['chapters'][number]

export const getPackPassportHandler = handle(getPackPassport, async (context) => {
  const { tx, actor, input } = context
  const named = packNamed(context, input.code)
  const pack = { ...named, orderNumbers: await orderNumbers(context, named) }
  const told: { chapter: Chapter['chapter']; said: PackTold | null }[] = []
  for (const { chapter, tell } of partsOf('packPassport'))
    told.push({ chapter, said: await tell(context, pack) })
  const said = told.flatMap((one) => one.said ?? [])
  if (said.every(({ entries }) => entries.length === 0))
    throw refusal('PackUnknown', { serial: named.serialNumber })
  const seesState = holds(tracedPacks.page, actor) && !seesPartOnly(actor)
  const { rows } = await sql<{ name: string | null; state: PackState | null }>`
    select (select p.name from product_variant v join product p on p.company_id = ${actor.company.id} and p.id = v.product_id
        where v.company_id = ${actor.company.id} and v.gtin in (${named.gtin}, ltrim(${named.gtin}, '0'), substr(${named.gtin}, 2)) order by v.id limit 1) as name,
      ${
        seesState
          ? sql`(select ${packState(actor.company.id)} from trace_pack t where t.company_id = ${actor.company.id} and t.gtin = ${named.gtin} and t.serial_number = ${named.serialNumber})`
          : sql`null::text`
      } as state`.execute(tx)
  return {
    gtin: named.gtin,
    serialNumber: named.serialNumber,
    lotNumber: named.code?.lot ?? said.find(({ lotNumber }) => lotNumber)?.lotNumber ?? null,
    expiryDate: named.code?.expiry ?? said.find(({ expiryDate }) => expiryDate)?.expiryDate ?? null,
    productName: rows[0]?.name ?? null,
    packState: rows[0]?.state ?? null,
    chapters: packChapters.map((chapter) => chapterOf(chapter, told)),
  }
})

/** GTIN and serial number with a blank between them, or a code in any form. Throws `CodeRefused`, `CodeDoubtful`. */
function packNamed({ actor, now }: SessionContext, text: string): Named {
  const [, gtin, serialNumber] = /^(\d{13,14})[\s/]+([!-~]{1,20})$/.exec(text) ?? []
  if (gtin !== undefined && serialNumber !== undefined)
    return { gtin: gtin.padStart(14, '0'), serialNumber, code: null }
  const reading = readPack(text, { thisYear: Number(dayIn(actor.company.timeZone, now).slice(0, 4)) })
  if (reading.kind !== 'read') throw codeFault(reading)
  return { gtin: reading.pack.gtin, serialNumber: reading.pack.serial, code: reading.pack }
}

/** The orders that transfer documents name with a pack. They lead to rows that the reader of an order sees anyway. */
async function orderNumbers({ tx, actor }: SessionContext, { gtin, serialNumber }: Named): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct k.order_number as number from trace_package_pack k
    where k.company_id = ${actor.company.id} and k.gtin = ${gtin} and k.serial_number = ${serialNumber} and k.order_number is not null`.execute(
    tx,
  )
  return rows.map(({ number }) => number)
}

function chapterOf(
  chapter: Chapter['chapter'],
  told: readonly { chapter: Chapter['chapter']; said: PackTold | null }[],
): Chapter {
  const own = told.filter((one) => one.chapter === chapter)
  const seen = own.flatMap(({ said }) => said ?? [])
  const entries = seen
    .flatMap((one) => one.entries)
    .toSorted((a, b) => (a.at ?? '9').localeCompare(b.at ?? '9'))
  const sight = seen.length === 0 ? 'NotAllowed' : seen.length < own.length ? 'Partly' : 'Shown'
  return { chapter, sight, entries }
}
