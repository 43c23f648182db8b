import { ErrorAnswer } from '@kervan/contract/kit/call'
import { formats } from '../values/format.ts'
import { i18n } from '../i18n/i18n.ts'

/** The server's "no", or its silence (status 0). Carries what the error dialog shows (SHL-019, SHL-020). */
export class CallRefused extends Error {
  readonly status: number
  /** The catalogue's name of the refusal: `OrderChanged`. */
  readonly code: string
  /** Under this the server's log knows the answer. */
  readonly reference: string
  readonly timestamp: string
  readonly facts: Record<string, unknown>
  readonly retryAfterSeconds: number | null

  constructor(status: number, answer: ErrorAnswer, retryAfterSeconds: number | null = null) {
    super(answer.Message)
    this.name = 'CallRefused'
    this.status = status
    this.code = answer.ErrorCode
    this.reference = answer.Reference ?? ''
    this.timestamp = answer.Timestamp
    this.facts = answer.Facts ?? {}
    this.retryAfterSeconds = retryAfterSeconds
  }

  is(...codes: string[]): boolean {
    return codes.includes(this.code)
  }

  /**
   * The failed fields, where the server named them: of an input by `path`, of a record by `field` and with a sentence in
   * the reader's language. A sentence that is about no field has an empty path.
   */
  get issues(): { path: string; code: string; message: string | null }[] {
    const issues = this.facts.issues
    if (!Array.isArray(issues)) return []
    return issues.flatMap((issue: Record<'path' | 'field' | 'code' | 'message', unknown>) => {
      const message = typeof issue.message === 'string' ? issue.message : null
      const named = issue.path ?? issue.field
      const path = Array.isArray(named) ? named.join('.') : (named ?? (message === null ? undefined : ''))
      return typeof path === 'string'
        ? [{ path, code: typeof issue.code === 'string' ? issue.code : 'custom', message }]
        : []
    })
  }
}

export function connectionFailed(): CallRefused {
  return new CallRefused(0, {
    Message: i18n.t('kit.error.connectionFailed'),
    ErrorCode: 'ConnectionFailed',
    Timestamp: new Date().toISOString(),
  })
}

export async function refusedAnswer(response: Response): Promise<CallRefused> {
  const body: unknown = await response.json().catch(() => null)
  const answer = ErrorAnswer.safeParse(body)
  const retryAfter = Number(response.headers.get('Retry-After'))
  return new CallRefused(
    response.status,
    answer.success
      ? { ...answer.data, Message: inReadersTime(answer.data.Message) }
      : {
          Message: i18n.t('kit.error.serverError'),
          ErrorCode: `Http${response.status}`,
          Timestamp: new Date().toISOString(),
        },
    Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  )
}

/** A refusal after the answer had begun, when its status could not be told any more; those that pass name the seconds. */
export function refusedInStream(body: unknown): CallRefused {
  const answer = ErrorAnswer.parse(body)
  return new CallRefused(answer.Facts && 'seconds' in answer.Facts ? 503 : 500, {
    ...answer,
    Message: inReadersTime(answer.Message),
  })
}

/** The server does not know the reader's clock: it writes a moment as an instant, and here it becomes what the grids show. */
function inReadersTime(message: string): string {
  return message.replace(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g, (instant) =>
    formats().dateTime(instant),
  )
}

/** Anything thrown, as something that can be shown. A fault of our own is logged, since nobody else will see it. */
export function toRefused(thrown: unknown): CallRefused {
  if (thrown instanceof CallRefused) return thrown
  console.error(thrown)
  return new CallRefused(-1, {
    Message: i18n.t('kit.error.screenFault'),
    ErrorCode: 'ScreenFault',
    Timestamp: new Date().toISOString(),
  })
}
