import { recordKinds } from '@kervan/contract/kit/found-record'
import { findRecords, foundOfOneKind, foundPerKind } from '@kervan/contract/shell/find-records'
import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { fold } from '../kit/lists/fold.ts'
import { handle } from '../kit/http/handle.ts'
import { partsOf } from '../kit/parts.ts'

/** Each area finds its own kinds. */
const finders = () =>
  partsOf('finder').toSorted((one, other) => recordKinds.indexOf(one.kind) - recordKinds.indexOf(other.kind))

export const findRecordsHandler = handle(findRecords, async (context) => {
  const { kind: asked } = context.input
  const text = context.input.text.trim()
  // Accents alone fold to nothing, and nothing would be found everywhere.
  if (fold(text).length < keywordMinimum) return { records: [] }
  const found = await Promise.all(
    finders()
      .filter((finder) => (asked ?? finder.kind) === finder.kind && finder.allowed(context.actor))
      .map(async ({ kind, find }) =>
        (await find(context, text, asked ? foundOfOneKind : foundPerKind)).map((record) => ({
          kind,
          ...record,
        })),
      ),
  )
  return { records: found.flat() }
})
