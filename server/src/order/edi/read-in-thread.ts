import { openAsking } from '../../kit/work/threads.ts'
import type { EdiEntry } from './edi-order.ts'

// Files of others are read beside the process, which goes on answering: five megabytes take a second of a core.

/** The documents of a file, as `readEdi` reads them. */
export const readEdiInThread = openAsking<Uint8Array, EdiEntry[]>({
  script: new URL('./read-worker.ts', import.meta.url),
  heapMegabytes: 512,
  milliseconds: 60_000,
  mostWaiting: 1_000,
})
