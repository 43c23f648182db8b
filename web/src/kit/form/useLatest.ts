import type { InputOf } from '@kervan/contract/kit/call'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf, AnyCall } from '../call/client.ts'
import { read } from '../call/query.ts'

/** `latest` of a `versioned` form on a record that a call shows: asks for it anew and gives it to the screen as well. */
export function useLatest<C extends AnyCall, T>(
  call: C,
  input: InputOf<C>,
  formed: (answer: AnswerOf<C>, queries: QueryClient) => T,
): () => Promise<T> {
  const queries = useQueryClient()
  return async () => formed(await queries.fetchQuery({ ...read(call, input), staleTime: 0 }), queries)
}
