// Words within a block of Markdown: emphasis, code, links and pictures.

export type LinkTarget =
  | { kind: 'article'; id: string }
  | { kind: 'file'; id: string }
  | { kind: 'portal'; href: string }
  | { kind: 'web'; href: string }
  | { kind: 'mail'; href: string }
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'struck'; inside: Inline[] }
  | { kind: 'link'; to: LinkTarget; inside: Inline[] }
  | { kind: 'picture'; fileId: string; alt: string }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Where an address leads; null where it may lead nowhere: scripts, data, other schemes. Articles and files are named by
 * their ids, so a link holds whatever becomes of titles and places.
 */
export function linkOf(address: string): LinkTarget | null {
  const given = address.trim()
  const [, kind, id = ''] = /^(article|file):(.*)$/i.exec(given) ?? []
  if (kind) {
    if (!uuid.test(id)) return null
    return kind.toLowerCase() === 'article'
      ? { kind: 'article', id: id.toLowerCase() }
      : { kind: 'file', id: id.toLowerCase() }
  }
  if (/[\s\u0000-\u0020\\<>"]/.test(given)) return null
  if (/^\/(?!\/)/.test(given)) return { kind: 'portal', href: given }
  if (/^mailto:[^@\s]+@[^@\s?]+$/i.test(given)) return { kind: 'mail', href: given }
  return /^https?:\/\/[^/]+/i.test(given) && URL.canParse(given) ? { kind: 'web', href: given } : null
}

const pairs = [
  { mark: '**', kind: 'strong' },
  { mark: '__', kind: 'strong' },
  { mark: '~~', kind: 'struck' },
  { mark: '*', kind: 'emphasis' },
  { mark: '_', kind: 'emphasis' },
] as const
/** Emphasis and links within each other; deeper ones are text. */
const deepest = 8
const punctuation = /[!-/:-@[-`{-~]/
const wordLetter = /[\p{L}\p{N}]/u

export function inlinesOf(text: string): Inline[] {
  return read(text, 0)
}

function read(text: string, depth: number): Inline[] {
  const found: Inline[] = []
  let plain = ''
  let at = 0
  // What has no end after one place has none after a later one either; so nothing is looked for twice.
  const endless = new Set<string>()
  const push = (one: Inline) => {
    if (plain !== '') found.push({ kind: 'text', text: plain })
    plain = ''
    found.push(one)
  }
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (letter === '\\' && punctuation.test(text[at + 1] ?? '')) {
      plain += text[at + 1] ?? ''
      at += 2
      continue
    }
    if (letter === '\n') {
      const isHard = / {2,}$/.test(plain) || plain.endsWith('\\')
      plain = plain.replace(/[ \\]+$/, '')
      if (isHard) push({ kind: 'break' })
      else plain += ' '
      at++
      continue
    }
    const taken =
      depth < deepest
        ? (code(text, at, endless) ??
          picture(text, at, endless) ??
          link(text, at, depth, endless) ??
          address(text, at, endless) ??
          emphasis(text, at, depth, endless))
        : null
    if (taken) {
      push(taken.one)
      at = taken.to
      continue
    }
    plain += letter
    at++
  }
  if (plain !== '') found.push({ kind: 'text', text: plain })
  return found
}

type Taken = { one: Inline; to: number } | null

function find(text: string, what: string, from: number, endless: Set<string>): number {
  if (endless.has(what)) return -1
  const at = text.indexOf(what, from)
  if (at < 0) endless.add(what)
  return at
}

function code(text: string, at: number, endless: Set<string>): Taken {
  if (text[at] !== '`') return null
  const [run = '`'] = /^`+/.exec(text.slice(at, at + 20)) ?? []
  const end = find(text, run, at + run.length, endless)
  if (end < 0) return null
  return {
    one: {
      kind: 'code',
      text: text
        .slice(at + run.length, end)
        .replaceAll('\n', ' ')
        .trim(),
    },
    to: end + run.length,
  }
}

/** The words in brackets and the address in parentheses that begin here. */
function bracketed(
  text: string,
  at: number,
  endless: Set<string>,
): { words: string; address: string; to: number } | null {
  const middle = find(text, '](', at + 1, endless)
  if (middle < 0) return null
  const inner = text.slice(at + 1, middle)
  const opened = inner.lastIndexOf('[')
  // The nearest bracket belongs to the address; what stands before it is text.
  if (opened >= 0 && inner[opened - 1] !== '!' && inner[opened - 1] !== '\\') return null
  const end = find(text, ')', middle + 2, endless)
  if (end < 0) return null
  const [address = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s+["']/)
  return { words: inner, address: address.replace(/^<(.*)>$/, '$1'), to: end + 1 }
}

function picture(text: string, at: number, endless: Set<string>): Taken {
  if (text[at] !== '!' || text[at + 1] !== '[') return null
  const found = bracketed(text, at + 1, endless)
  if (!found) return null
  const target = linkOf(found.address)
  const alt = found.words
  if (target?.kind === 'file') return { one: { kind: 'picture', fileId: target.id, alt }, to: found.to }
  // A picture from elsewhere is not fetched: who wants it follows the link.
  const inside: Inline[] = [{ kind: 'text', text: alt === '' ? found.address : alt }]
  return target?.kind === 'web'
    ? { one: { kind: 'link', to: target, inside }, to: found.to }
    : { one: { kind: 'text', text: alt }, to: found.to }
}

function link(text: string, at: number, depth: number, endless: Set<string>): Taken {
  if (text[at] !== '[') return null
  const found = bracketed(text, at, endless)
  if (!found) return null
  const target = linkOf(found.address)
  if (!target) return { one: { kind: 'text', text: plainOf(read(found.words, depth + 1)) }, to: found.to }
  return {
    one: { kind: 'link', to: target, inside: withoutLinks(read(found.words, depth + 1)) },
    to: found.to,
  }
}

const withoutLinks = (inlines: Inline[]): Inline[] =>
  inlines.flatMap((one) => (one.kind === 'link' ? one.inside : [one]))

/** An address that stands by itself, in angle brackets or bare. */
function address(text: string, at: number, endless: Set<string>): Taken {
  if (text[at] === '<') {
    const end = find(text, '>', at, endless)
    const target = end < 0 ? null : linkOf(text.slice(at + 1, end))
    return target && (target.kind === 'web' || target.kind === 'mail')
      ? {
          one: { kind: 'link', to: target, inside: [{ kind: 'text', text: text.slice(at + 1, end) }] },
          to: end + 1,
        }
      : null
  }
  if (text[at] !== 'h' || wordLetter.test(text[at - 1] ?? '')) return null
  const [bare] = /^https?:\/\/[^\s<>"'`\])]{1,500}/i.exec(text.slice(at, at + 510)) ?? []
  const href = bare?.replace(/[.,;:!?]+$/, '')
  const target = href ? linkOf(href) : null
  return href && target
    ? { one: { kind: 'link', to: target, inside: [{ kind: 'text', text: href }] }, to: at + href.length }
    : null
}

function emphasis(text: string, at: number, depth: number, endless: Set<string>): Taken {
  for (const { mark, kind } of pairs) {
    if (!text.startsWith(mark, at)) continue
    const isInWord = mark.startsWith('_') && wordLetter.test(text[at - 1] ?? '')
    const next = text[at + mark.length] ?? ' '
    if (isInWord || /\s/.test(next) || next === mark[0]) continue
    const end = closing(text, mark, at + mark.length, endless)
    if (end < 0) continue
    const inside = read(text.slice(at + mark.length, end), depth + 1)
    return { one: { kind, inside }, to: end + mark.length }
  }
  return null
}

/** Where the mark closes: after a letter, not before one where it is an underscore, not in the middle of a longer one. */
function closing(text: string, mark: string, from: number, endless: Set<string>): number {
  if (endless.has(mark)) return -1
  for (let end = text.indexOf(mark, from + 1); end >= 0; end = text.indexOf(mark, end + 1)) {
    const before = text[end - 1] ?? ' '
    const after = text[end + mark.length] ?? ''
    const isLonger = mark.length === 1 && (after === mark || before === mark)
    const isInWord = mark.startsWith('_') && wordLetter.test(after)
    if (!/\s/.test(before) && before !== '\\' && !isLonger && !isInWord) return end
  }
  endless.add(mark)
  return -1
}

/** The words alone. */
export function plainOf(inlines: readonly Inline[]): string {
  return inlines
    .map((one) => {
      if (one.kind === 'text' || one.kind === 'code') return one.text
      if (one.kind === 'break') return '\n'
      return one.kind === 'picture' ? one.alt : plainOf(one.inside)
    })
    .join('')
}
