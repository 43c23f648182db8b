// The Markdown of the knowledge base, read into a tree. There is no HTML in it at any time: what looks like HTML is text,
// so nothing has to be cleaned, and nothing can be overlooked. Screens draw the tree, the search reads its words.
// Headings, paragraphs, lists, quotes, callouts, tables, code, links and pictures; the rest of CommonMark is text.
import { inlinesOf, plainOf, type Inline } from './markdown-inline.ts'

export const calloutTones = ['note', 'tip', 'warning'] as const
export type CalloutTone = (typeof calloutTones)[number]
export type Block =
  | { kind: 'heading'; level: number; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; inside: Block[] }
  | { kind: 'callout'; tone: CalloutTone; inside: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

/** Quotes and lists within each other; deeper ones are text. */
const deepest = 8

/** Reads a text. Every text has an answer; it takes a time that grows with its length. */
export function readMarkdown(text: string): Block[] {
  return blocksOf(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0)
}

const marks = {
  fence: /^ {0,3}(`{3,}|~{3,})[^`]*$/,
  heading: /^ {0,3}(#{1,6})(?: +(.*?))?(?: +#+)? *$/,
  rule: /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/,
  quote: /^ {0,3}> ?(.*)$/,
  bullet: /^( {0,3})([-*+])( +|$)(.*)$/,
  ordered: /^( {0,3})(\d{1,9})[.)]( +|$)(.*)$/,
  divider: /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/,
}

function blocksOf(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at++
      continue
    }
    const taken =
      fence(lines, at) ??
      heading(line) ??
      (marks.rule.test(line) ? { block: { kind: 'rule' } as const, lines: 1 } : null) ??
      (depth < deepest ? (quote(lines, at, depth) ?? list(lines, at, depth)) : null) ??
      table(lines, at) ??
      paragraph(lines, at, depth)
    blocks.push(taken.block)
    at += taken.lines
  }
  return blocks
}

type Taken = { block: Block; lines: number }

function fence(lines: readonly string[], from: number): Taken | null {
  const [, mark] = marks.fence.exec(lines[from] ?? '') ?? []
  if (!mark) return null
  const isEnd = (line: string) => {
    const trimmed = line.trim()
    return trimmed.length >= mark.length && trimmed === (mark[0] ?? '').repeat(trimmed.length)
  }
  const end = lines.findIndex((line, at) => at > from && isEnd(line))
  const last = end < 0 ? lines.length : end
  return {
    block: { kind: 'code', text: lines.slice(from + 1, last).join('\n') },
    lines: last - from + (end < 0 ? 0 : 1),
  }
}

function heading(line: string): Taken | null {
  const [, level, text = ''] = marks.heading.exec(line) ?? []
  return level ? { block: { kind: 'heading', level: level.length, inside: inlinesOf(text) }, lines: 1 } : null
}

function quote(lines: readonly string[], from: number, depth: number): Taken | null {
  const inside: string[] = []
  for (let at = from; at < lines.length; at++) {
    const [, text] = marks.quote.exec(lines[at] ?? '') ?? []
    if (text === undefined) break
    inside.push(text)
  }
  if (inside.length === 0) return null
  const tone = calloutTones.find((one) => inside[0]?.trim().toLowerCase() === `[!${one}]`)
  const blocks = blocksOf(tone ? inside.slice(1) : inside, depth + 1)
  return {
    block: tone ? { kind: 'callout', tone, inside: blocks } : { kind: 'quote', inside: blocks },
    lines: inside.length,
  }
}

const itemOf = (line: string) => marks.bullet.exec(line) ?? marks.ordered.exec(line)
const isOrdered = (line: string) => marks.ordered.test(line)

/** The lines of a list: each item with what is indented below it. */
function list(lines: readonly string[], from: number, depth: number): Taken | null {
  const first = itemOf(lines[from] ?? '')
  if (!first || marks.rule.test(lines[from] ?? '')) return null
  const ordered = isOrdered(lines[from] ?? '')
  const items: string[][] = []
  let indent = 0
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const item = itemOf(line)
    if (
      item &&
      isOrdered(line) === ordered &&
      !marks.rule.test(line) &&
      (items.length === 0 || item[1]!.length < indent)
    ) {
      const [, before = '', mark = '', space = '', text = ''] = item
      indent = before.length + mark.length + (ordered ? 1 : 0) + Math.min(Math.max(space.length, 1), 4)
      items.push([text])
      continue
    }
    const current = items.at(-1)
    if (!current) break
    if (line.trim() === '') {
      const next = lines[at + 1] ?? ''
      if (next.trim() === '' || (!/^ {2,}/.test(next) && !itemOf(next))) break
      current.push('')
      continue
    }
    const depthOfLine = line.length - line.trimStart().length
    if (depthOfLine >= Math.min(indent, 2)) current.push(line.slice(Math.min(indent, depthOfLine)))
    else if (current.at(-1) !== '' && !startsBlock(line)) current.push(line)
    else break
  }
  return {
    block: {
      kind: 'list',
      ordered,
      start: ordered ? Number(first[2]) : 1,
      items: items.map((item) => blocksOf(item, depth + 1)),
    },
    lines: at - from,
  }
}

const startsBlock = (line: string): boolean =>
  marks.heading.test(line) ||
  marks.fence.test(line) ||
  marks.rule.test(line) ||
  marks.quote.test(line) ||
  itemOf(line) !== null

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))

function table(lines: readonly string[], from: number): Taken | null {
  const [head = '', divider = ''] = lines.slice(from, from + 2)
  if (!head.includes('|') || !divider.includes('-') || !marks.divider.test(divider)) return null
  const names = cellsOf(head)
  if (cellsOf(divider).length !== names.length) return null
  let end = from + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++
  const rows = lines.slice(from + 2, end).map((line) => {
    const cells = cellsOf(line)
    return names.map((_, at) => inlinesOf(cells[at] ?? ''))
  })
  return { block: { kind: 'table', head: names.map(inlinesOf), rows }, lines: end - from }
}

function paragraph(lines: readonly string[], from: number, depth: number): Taken {
  let end = from + 1
  const goesOn = (line: string) => line.trim() !== '' && (depth >= deepest || !startsBlock(line))
  while (end < lines.length && goesOn(lines[end] ?? '')) end++
  const text = lines
    .slice(from, end)
    .map((line) => line.trimStart())
    .join('\n')
  return { block: { kind: 'paragraph', inside: inlinesOf(text.trimEnd()) }, lines: end - from }
}

/** The words of a block, a line for each item and row. */
export function plainOfBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainOf(block.inside)
    case 'list':
      return block.items.map((item) => item.map(plainOfBlock).join(' ')).join('\n')
    case 'quote':
    case 'callout':
      return block.inside.map(plainOfBlock).join('\n')
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainOf).join(' · ')).join('\n')
    case 'rule':
      return ''
  }
}

/** What the text names: articles and files by their ids. */
export function namedIn(blocks: readonly Block[]): { articles: string[]; files: string[] } {
  const named = { articles: new Set<string>(), files: new Set<string>() }
  const ofInlines = (inlines: readonly Inline[]): void => {
    for (const one of inlines) {
      if (one.kind === 'picture') named.files.add(one.fileId)
      if (one.kind === 'link' && one.to.kind === 'article') named.articles.add(one.to.id)
      if (one.kind === 'link' && one.to.kind === 'file') named.files.add(one.to.id)
      if ('inside' in one) ofInlines(one.inside)
    }
  }
  const ofBlock = (block: Block): void => {
    if (block.kind === 'heading' || block.kind === 'paragraph') ofInlines(block.inside)
    if (block.kind === 'quote' || block.kind === 'callout') block.inside.forEach(ofBlock)
    if (block.kind === 'list') block.items.flat().forEach(ofBlock)
    if (block.kind === 'table') [block.head, ...block.rows].flat().forEach(ofInlines)
  }
  blocks.forEach(ofBlock)
  return { articles: [...named.articles], files: [...named.files] }
}
