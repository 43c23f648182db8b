import { z } from 'zod'

/** What a record says of its actions: null where one is open to the reader now, otherwise why not, in their language. */
export type Offered<A extends string = string> = Readonly<Partial<Record<A, string | null>>>

/** The field of a record that carries its actions. One that the reader may not ask for at all is missing. */
export function actionsField<const A extends string>(actions: readonly A[]) {
  return z.partialRecord(z.enum(actions), z.string().nullable()) as z.ZodType<{ [K in A]?: string | null }>
}
