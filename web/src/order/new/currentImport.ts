import { getCurrentImport, type ImportView } from '@kervan/contract/order/order-import'
import type { QueryClient } from '@tanstack/react-query'
import { read } from '../../kit/call/query.ts'

/** The import as the server has just told it. */
export function adoptImport(queries: QueryClient, view: ImportView | null): void {
  queries.setQueryData(read(getCurrentImport, {}).queryKey, { import: view })
}
