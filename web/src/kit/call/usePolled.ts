import type { InputOf } from '@kervan/contract/kit/call'
import { useQuery } from '@tanstack/react-query'
import { callServer, type AnswerOf, type AnyCall } from './client.ts'

/**
 * What is asked again every so often while the page is looked at, and at once by who comes back to it. It begins with what
 * is known already, so that nothing is asked before the time. `until`: the answer after which nothing new will come.
 */
export function usePolled<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: { everyMs: number; enabled: boolean; until?: (answer: AnswerOf<C>) => boolean },
) {
  return useQuery<AnswerOf<C> | null>({
    queryKey: [call.group, call.operation, input],
    queryFn: ({ signal }) => callServer(call, input, { signal }),
    enabled: options.enabled,
    refetchInterval: ({ state: { data } }) => (data && options.until?.(data) ? false : options.everyMs),
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    initialData: null,
    staleTime: Infinity,
    retry: false,
  })
}
