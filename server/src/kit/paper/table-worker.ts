import { answerEach } from '../work/in-thread.ts'
import { tablePdf, type TablePaper } from './table-pdf.ts'

// The thread in which tables are drawn on paper, one after the other.

answerEach(
  async (paper: TablePaper) => new Uint8Array(await tablePdf(paper)),
  ({ buffer }) => [buffer],
)
