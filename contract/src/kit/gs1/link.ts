import { isGtin } from './check-digits.ts'
import { collect, type Elements } from './elements.ts'
import { identifierOf, type Identifier } from './identifiers.ts'
import { marked } from './marked.ts'

// GS1 Digital Link: the elements of a code in a web address, key and qualifiers in the path, the rest in the query.

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

const shape = /^https?:\/\/([^/?#]+)(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/i
const host = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/

/** The elements of a link. One that is no GS1 Digital Link has the fault `Link`. */
export function readLink(text: string, thisYear: number): Elements {
  const whole = marked(text)
  const found = collect(whole, thisYear)
  const fail = (at: number): Elements => {
    found.fail({ code: 'Link', at, ai: null })
    return found.elements()
  }
  // oxlint-disable-next-line no-control-regex -- characters that no address may hold
  const wrong = text.search(/[\u0000-\u0020<>"{}|\\^`\u007f-\uffff]/)
  if (wrong >= 0) return fail(wrong)
  const [, name = '', path = '', query = ''] = shape.exec(text) ?? []
  if (!host.test(name)) return fail(0)
  const pairs = pathPairs(path)
  if (!pairs) return fail(text.indexOf(path))
  const said = [...pairs, ...queryPairs(query)]
  let from = 0
  for (const { identifier, raw } of said) {
    const value = decoded(raw)
    const at = Math.max(text.indexOf(raw, from), from)
    if (!identifier || value === null || value === '') return fail(at)
    found.add(identifier, at, paddedGtin(identifier, value))
    from = at + raw.length
  }
  return found.elements()
}

type Pair = { identifier: Identifier | null; raw: string }

/** The last key of the path with the qualifiers after it, which have an order; null where there is none. */
function pathPairs(path: string): Pair[] | null {
  const segments = path.split('/').slice(1)
  for (let at = segments.length - 2; at >= 0; at -= 2) {
    const key = identifierOf(segments[at] ?? '')
    if (!key?.qualifiers) continue
    const rest = segments.slice(at + 2)
    const names = rest.filter((_, index) => index % 2 === 0)
    if (!key.qualifiers.some((sequence) => isInOrder(names, sequence)) && names.length > 0) return null
    return [key.ai, ...names].map((ai, index) => ({
      identifier: identifierOf(ai),
      raw: segments[at + 1 + 2 * index] ?? '',
    }))
  }
  return null
}

function isInOrder(names: readonly string[], sequence: readonly string[]): boolean {
  const places = names.map((name) => sequence.indexOf(name))
  return places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)))
}

/** What the query says of elements; words that are no number are somebody else's. */
function queryPairs(query: string): Pair[] {
  return query
    .split(/[&;]/)
    .map((pair) => {
      const [ai = '', ...value] = pair.split('=')
      return { ai, raw: value.join('=') }
    })
    .filter(({ ai }) => /^\d+$/.test(ai))
    .map(({ ai, raw }) => {
      const identifier = identifierOf(ai)
      return { identifier: identifier?.inLink ? identifier : null, raw }
    })
}

/** In a query a plus sign is a blank, which no value may hold. */
function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const paddedGtin = ({ ai }: Identifier, value: string): string =>
  (ai === '01' || ai === '02') && isGtin(value) ? value.padStart(14, '0') : value
