import type { InputOf } from '@kervan/contract/kit/call'
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { callServer, type AnswerOf, type AnyCall } from './client.ts'
import { CallRefused } from './refused.ts'

/** Worth another try: the server was not reached, or said that it is busy. */
const passing = (error: unknown) =>
  error instanceof CallRefused && (error.status === 0 || error.status === 503)

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && passing(error),
        retryDelay: (failures, error) =>
          error instanceof CallRefused && error.retryAfterSeconds
            ? error.retryAfterSeconds * 1000
            : 400 * 2 ** failures,
        refetchOnWindowFocus: true,
      },
    },
  })
}

/** One factory for route loader and screen, so that both ask the same question. The key is `[group, operation, input]`. */
export function read<C extends AnyCall>(call: C, input: InputOf<C>) {
  return queryOptions({
    queryKey: [call.group, call.operation, input] as const,
    queryFn: ({ signal }): Promise<AnswerOf<C>> => callServer(call, input, { signal }),
  })
}

/** As `read`, keeping the old answer on screen while the next one is on its way. */
export function readKeeping<C extends AnyCall>(call: C, input: InputOf<C>) {
  return queryOptions({ ...read(call, input), placeholderData: keepPreviousData })
}

export function useRead<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: { enabled?: boolean; staleTime?: number } = {},
) {
  return useQuery({ ...read(call, input), ...options })
}
