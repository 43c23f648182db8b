import { openAsking } from '../work/threads.ts'
import type { TablePaper } from './table-pdf.ts'

const ask = openAsking<TablePaper, Uint8Array<ArrayBuffer>>({
  script: new URL('./table-worker.ts', import.meta.url),
  heapMegabytes: 256,
  milliseconds: 60_000,
  mostWaiting: 60,
})

/** The table as a PDF, drawn beside the process. Throws `Overloaded` where too many wait already. */
export const drawTablePaper = async (paper: TablePaper): Promise<Buffer> =>
  Buffer.from((await ask(paper)).buffer)
