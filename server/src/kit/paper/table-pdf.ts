import type { Language } from '@kervan/contract/kit/values'
import { translate } from '../messages.ts'
import {
  drawFacts,
  drawHead,
  drawPageNumbers,
  drawTable,
  drawTotals,
  openDocument,
  type PaperColumn,
} from './document.ts'
import type { Letterhead } from './letterhead.ts'

/** A table on paper, all its values as they are to be read. */
export type TablePaper = {
  language: Language
  letterhead: Letterhead
  title: string
  facts: [label: string, value: string | null][]
  columns: PaperColumn[]
  rows: string[][]
  totals: [label: string, value: string][]
}

/** The table as an A4 document across the page: head, facts, rows with their header on each page, totals, page numbers. */
export async function tablePdf(paper: TablePaper): Promise<Buffer> {
  const { letterhead, title, language } = paper
  const { company } = letterhead
  const { doc, bytes } = await openDocument({ title, author: company, language, landscape: true })
  await drawHead(doc, { ...letterhead, title })
  drawFacts(doc, paper.facts)
  drawTable(doc, paper.columns, paper.rows)
  if (paper.totals.length > 0) drawTotals(doc, paper.totals)
  drawPageNumbers(doc, `${company} · ${title}`, (page, pages) =>
    translate(language, 'kit.paper.page', { page, pages }),
  )
  doc.end()
  return bytes
}
