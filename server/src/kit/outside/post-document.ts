import { z } from 'zod'
import { UnknownAnswer } from './deliver.ts'
import type { Answer, DeliveryContext } from './deliveries.ts'
import type { OutsideLimits } from './outside.ts'

// How documents are handed over to an ERP or a warehouse: JSON by POST under the key of the delivery, so that whatever is
// lost on the way is sent again and answered as the first time.

/** A receiver is asked a little at a time and left alone for a minute when it fails again and again. */
const limitsOf = (perSecond: number): OutsideLimits => ({
  timeoutMs: 30_000,
  retries: 0,
  concurrent: 2,
  perSecond,
  breaker: { failures: 5, openMs: 60_000 },
})

type Document<S extends z.ZodType> = {
  /** The name of the receiver among the systems outside. */
  system: string
  /** How many documents a second it takes; 5 where nothing is said. */
  perSecond?: number
  url: string
  bearer: string
  body: object
  /** What a receiver says that has taken it. */
  taken: S
}

/** Why a receiver has not taken it, in its own words. */
const Refused = z.object({ code: z.string().max(20), message: z.string() })

/**
 * Hands a document over. Answers what the receiver says, or with what words it has refused. Throws `UnknownAnswer` for
 * what says neither, and `OutsideUnavailable`; both are tried again.
 */
export async function postDocument<S extends z.ZodType>(
  { services, key }: Pick<DeliveryContext, 'services'> & { key: string },
  { system, perSecond = 5, url, bearer, body, taken }: Document<S>,
): Promise<{ taken: z.infer<S> } | { refused: Answer }> {
  const response = await services.outside.system(system, limitsOf(perSecond)).fetch(url, {
    method: 'POST',
    idempotent: true,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bearer}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  if (response.status === 429) throw new UnknownAnswer('Busy')
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) {
    const said = taken.safeParse(answer)
    if (!said.success) throw new UnknownAnswer('Malformed')
    return { taken: said.data }
  }
  const refused = Refused.safeParse(answer)
  if (!refused.success) throw new UnknownAnswer(`HTTP ${response.status}`)
  const words = `${refused.data.code} ${refused.data.message}`
  return { refused: { taken: false, receipt: null, response: words.slice(0, 500) } }
}
