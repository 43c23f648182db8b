import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { LookupOption } from './LookupField.tsx'

// What was chosen by a lookup has its name from there. It is wanted once more where two choices are compared, and where
// somebody else's is taken over. Kept with the answers of the server, and so gone with them when somebody signs out.

const keyOf = (value: string) => ['LookupName', value]

export function rememberNames(queries: QueryClient, options: readonly LookupOption[]): void {
  queries.setQueryDefaults(['LookupName'], { gcTime: Infinity })
  for (const { value, label } of options) queries.setQueryData(keyOf(value), label)
}

/** The name of a record that was chosen, or that `rememberNames` was told of. */
export function nameOf(queries: QueryClient, value: string): string | undefined {
  return queries.getQueryData<string>(keyOf(value))
}

export function useNameOf(): (value: string) => string {
  const queries = useQueryClient()
  return (value) => nameOf(queries, value) ?? value
}
