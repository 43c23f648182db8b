// What the buttons above the text put into it.

export type Edit = { text: string; from: number; to: number }

/** Puts marks around the chosen words, or around `sample` where none is chosen. */
export function around({ text, from, to }: Edit, before: string, after: string, sample: string): Edit {
  const chosen = text.slice(from, to) || sample
  return {
    text: text.slice(0, from) + before + chosen + after + text.slice(to),
    from: from + before.length,
    to: from + before.length + chosen.length,
  }
}

/** Begins each of the chosen lines with a mark; `{n}` in it counts them. */
export function eachLine({ text, from, to }: Edit, mark: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text
    .slice(start, end)
    .split('\n')
    .map((line, at) => mark.replace('{n}', String(at + 1)) + line)
    .join('\n')
  return { text: text.slice(0, start) + lines + text.slice(end), from: start, to: start + lines.length }
}

/** Puts a block of its own after the line of the cursor. */
export function block({ text, to }: Edit, lines: string): Edit {
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const before = text.slice(0, end)
  const gap = before.trim() === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const put = `${before}${gap}${lines}\n`
  return { text: put + text.slice(end), from: put.length, to: put.length }
}
