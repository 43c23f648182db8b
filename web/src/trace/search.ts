import { packStates } from '@kervan/contract/porta/pack-states'
import { traceWays } from '@kervan/contract/trace/ways'
import { z } from 'zod'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'

const text = (most: number) => z.coerce.string().max(most).optional().catch(undefined)

/** How an answer is looked at: packs as a list, what happened to them, where they are. */
export const answerViews = ['list', 'line', 'map'] as const
export type AnswerView = (typeof answerViews)[number]

/** The question stands in the address, so that it can be passed on; pasted codes stand in the page. */
export const traceSearch = z.object({
  ...gridSearchShape,
  tab: z.enum(['inquiry', 'packages', 'recalls']).optional().catch(undefined),
  way: z.enum(traceWays).optional().catch(undefined),
  state: z.enum(packStates).optional().catch(undefined),
  value: text(80),
  view: z.enum(answerViews).optional().catch(undefined),
  pack: z.uuid().optional().catch(undefined),
  package: z.uuid().optional().catch(undefined),
})

/** `code`: the code of a pack, or its GTIN, a blank and its serial number. */
export const passportSearch = z.object({ code: text(1_000) })
