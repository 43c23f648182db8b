import type { InputOf } from '@kervan/contract/kit/call'
import { useQuery } from '@tanstack/react-query'
import { callServer, type AnswerOf, type AnyCall } from './client.ts'

/**
 * What is asked at once, again every so often while the page is looked at, and at once by who comes back to it. `until`:
 * the answer after which nothing new will come. `later`: what stands now is known, so that the first question waits as
 * well.
 */
export function usePolled<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: {
    everyMs: number
    enabled: boolean
    until?: (answer: AnswerOf<C>) => boolean
    later?: boolean
  },
) {
  const { later = false } = options
  return useQuery<AnswerOf<C> | null>({
    queryKey: [call.group, call.operation, input],
    queryFn: ({ signal }) => callServer(call, input, { signal }),
    enabled: options.enabled,
    refetchInterval: ({ state: { data } }) => (data && options.until?.(data) ? false : options.everyMs),
    refetchOnMount: !later,
    refetchOnWindowFocus: 'always',
    ...(later && { initialData: null }),
    staleTime: later ? Infinity : 0,
    retry: false,
  })
}
