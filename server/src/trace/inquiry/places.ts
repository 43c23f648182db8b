import { drawnPacksAtMost, getPackPlaces } from '@kervan/contract/trace/inquiry'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { placesOf } from '../places.sql.ts'
import { traceList } from './list.ts'

// Where the packs of an answer are and how they moved together, for the map and the time line (TRC-003).

type Pack = { id: string; holder: string | null; receiver: string | null }
type Step = { day: string; movement: string; from: string | null; to: string | null; packs: number }

const isTogether = (movement: string) => ['Dispatch', 'Return', 'Transfer', 'Receipt'].includes(movement)
const stepsAtMost = 500

export const getPackPlacesHandler = handle(getPackPlaces, async (context) => {
  const { tx, actor, input } = context
  const company = actor.company.id
  const { from, where } = await traceList.within(context, { ...input, sort: [], filters: {}, search: '' })
  const { rows: found } = await sql<Pack>`
    select t.id, t.holder_gln as holder, case when t.state = 'InTransit' then t.receiver_gln end as receiver
    from ${from} where ${where} limit ${drawnPacksAtMost + 1}`.execute(tx)
  const packs = found.slice(0, drawnPacksAtMost)
  const { rows: steps } = await sql<Step>`
    select (m.at at time zone ${actor.company.timeZone})::date::text as day, m.movement, m.from_gln as from, m.to_gln as to, count(distinct m.pack_id)::int as packs
    from trace_movement m
    where m.company_id = ${company} and m.pack_id = any(${packs.map(({ id }) => id)}::uuid[]) and m.result_code = '00000'
    group by 1, 2, 3, 4 order by 1, min(m.at), 2, 3, 4 limit ${stepsAtMost}`.execute(tx)
  const open = packs.flatMap(({ holder, receiver }) =>
    holder !== null && receiver !== null ? [{ from: holder, to: receiver }] : [],
  )
  const glns = new Set([
    ...packs.flatMap(({ holder, receiver }) => [holder, receiver]),
    ...steps.flatMap((step) => [step.from, step.to]),
  ])
  const known = [...glns].filter((gln) => gln !== null)
  const place = await placesOf(tx, company, known)
  return {
    packs: packs.length,
    isComplete: found.length <= drawnPacksAtMost,
    places: known.map((gln) => ({
      ...place(gln),
      here: packs.filter(({ holder, receiver }) => holder === gln && receiver === null).length,
      underWay: packs.filter(({ receiver }) => receiver === gln).length,
    })),
    ways: waysOf(steps, open),
    steps: steps.map((step) => ({
      ...step,
      from: step.from === null ? null : place(step.from),
      to: step.to === null ? null : place(step.to),
    })),
  }
})

/** One way for each pair of places, with the most packs that went it on a day; `isOpen` while some are under way on it. */
function waysOf(steps: readonly Step[], open: readonly { from: string; to: string }[]) {
  const key = (from: string, to: string) => `${from} ${to}`
  const underWay = new Set(open.map(({ from, to }) => key(from, to)))
  const ways = new Map<string, { from: string; to: string; packs: number; isOpen: boolean }>()
  for (const { movement, from, to, packs } of steps) {
    if (from === null || to === null || from === to || !isTogether(movement)) continue
    const known = ways.get(key(from, to))
    ways.set(key(from, to), {
      from,
      to,
      packs: Math.max(packs, known?.packs ?? 0),
      isOpen: underWay.has(key(from, to)),
    })
  }
  return [...ways.values()]
}
