import { SaxesParser } from 'saxes'
import { EdiFault } from './edi-fault.ts'

// XML of somebody else, read with limits: no document type and so no entities, no depth and no number of elements that a
// document of orders never has.

export type XmlElement = {
  name: string
  space: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
  line: number
}

export const xmlLimits = { depth: 40, elements: 400_000, attributes: 400_000, attributesOfOne: 50 }

/**
 * The root of a document. Throws `EdiFault`: `XmlDoctype`, `XmlMalformed`, `XmlTooDeep`, `XmlTooLong`, each with the line.
 */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  let count = 0
  let attributeCount = 0
  let ofOne = 0
  parser.on('doctype', () => {
    throw new EdiFault('XmlDoctype', { line: parser.line })
  })
  parser.on('error', ({ message }) => {
    throw new EdiFault('XmlMalformed', { line: parser.line, why: message.replace(/^\d+:\d+: /, '') })
  })
  // Told of each before the element is complete: what stands in one is compared with all others of it.
  parser.on('opentagstart', () => {
    ofOne = 0
  })
  parser.on('attribute', () => {
    if (++ofOne > xmlLimits.attributesOfOne || ++attributeCount > xmlLimits.attributes)
      throw new EdiFault('XmlTooLong', { line: parser.line })
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length >= xmlLimits.depth) throw new EdiFault('XmlTooDeep', { line: parser.line })
    if (++count > xmlLimits.elements) throw new EdiFault('XmlTooLong', { line: parser.line })
    const element: XmlElement = {
      name: local,
      space: uri,
      attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])),
      text: '',
      children: [],
      line: parser.line,
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const add = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  if (!root) throw new EdiFault('XmlMalformed', { line: 1, why: 'no element' })
  return root
}

/** The first element below this path of names. */
export function find(element: XmlElement | null | undefined, ...path: string[]): XmlElement | null {
  let at = element ?? null
  for (const name of path) at = at?.children.find((child) => child.name === name) ?? null
  return at
}

export const all = (element: XmlElement | null, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Its text without the white space around it; null where there is none. */
export const textOf = (element: XmlElement | null): string | null => element?.text.trim() || null
