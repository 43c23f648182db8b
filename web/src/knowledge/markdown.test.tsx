import { readMarkdown, plainOfBlock } from '@kervan/contract/knowledge/markdown'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../test/render.tsx'
import { Markdown } from './Markdown.tsx'

type Attack = { title: string; payload: string }
type Example = { section: string; markdown: string }
// Files beside the project, which not everybody has.
const given = import.meta.glob<unknown>('../../../../shared/data/markdown/*.json', { import: 'default' })
const fileOf = (name: string) => Object.entries(given).find(([path]) => path.endsWith(name))?.[1]
const attacksFile = fileOf('html-attacks.json')
const examplesFile = fileOf('commonmark-examples.json')

const names = { links: [], files: [] }
/** Elements that the renderer makes; everything else came from somewhere it must not come from. */
const ours =
  'div p h3 h4 h5 ul ol li blockquote strong em s code pre hr br a span button section table thead tbody tr th td'
const allowed = new Set(ours.split(' '))

function faultsIn(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const name = element.tagName.toLowerCase()
    const attributes = [...element.attributes].map(({ name: attribute }) => attribute)
    const target = element.getAttribute('href') ?? ''
    return [
      ...(allowed.has(name) ? [] : [`<${name}>`]),
      ...attributes.filter((attribute) =>
        /^on|^(?:src|srcset|style|formaction|xlink:href|srcdoc|id|name)$/.test(attribute),
      ),
      ...(target === '' || /^(?:https?:|mailto:|\/)/.test(target) ? [] : [target]),
    ]
  })
}

describe.skipIf(!attacksFile)('[KNB-001] HTML that attacks (needs ../shared/data/markdown)', () => {
  test('is text in a real browser: no element, handler, address or request of its own', async () => {
    const attacks = (await attacksFile?.()) as Attack[]
    await freshPortal()
    const before = performance.getEntriesByType('resource').length
    const alerts: string[] = []
    window.alert = (said: unknown) => void alerts.push(String(said))
    const text = attacks
      .flatMap(({ payload }) => [
        payload,
        `[link](${payload})`,
        `![picture](${payload})`,
        `> ${payload}`,
        `- ${payload}`,
      ])
      .join('\n\n')
    await show(
      <section aria-label="attacked">
        <Markdown text={text} names={names} />
      </section>,
    )
    const region = page.getByRole('region', { name: 'attacked' })
    await expect.element(region).toBeInTheDocument()
    const root = region.element()
    expect(root.textContent?.length).toBeGreaterThan(1_000)
    expect(faultsIn(root)).toEqual([])
    expect(alerts).toEqual([])
    const asked = performance
      .getEntriesByType('resource')
      .slice(before)
      .filter((entry) => new URL(entry.name).origin !== window.location.origin)
    expect(asked).toEqual([])
  })
})

describe('[KNB-001] Markdown', () => {
  test('keeps scripts, data and pictures of other servers out', async () => {
    await freshPortal()
    const text = [
      '[a](javascript:alert(1)) [b](JaVaScRiPt&colon;alert(1)) [c](data:text/html,x) [d](//evil.example/x) [e](vbscript:x)',
      '![p](https://evil.example/pixel.png) ![q](//evil.example/q.png)',
      '<img src=x onerror=alert(1)> <https://good.example/a>',
      '[f](article:not-an-id) [g](https://good.example "t")',
    ].join('\n\n')
    await show(
      <section aria-label="written">
        <Markdown text={text} names={names} />
      </section>,
    )
    const region = page.getByRole('region', { name: 'written' })
    await expect.element(region).toBeInTheDocument()
    const root = region.element()
    expect([...root.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual([
      'https://evil.example/pixel.png',
      'https://good.example/a',
      'https://good.example',
    ])
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).toContain('<img src=x onerror=alert(1)>')
  })

  test('draws headings, lists, tables, callouts and emphasis', async () => {
    await freshPortal()
    const text = [
      '# One',
      '## Two **bold** and *soft* and ~~gone~~ and `code`',
      '- a\n- b\n  1. c\n  2. d',
      '| H | I |\n| --- | --- |\n| x | y \\| z |',
      '> [!warning]\n> Mind this.',
      'snake_case_word and 2 * 3 * 4',
    ].join('\n\n')
    await show(<Markdown text={text} names={names} />)
    await expect.element(page.getByRole('heading', { name: 'One', level: 3 })).toBeVisible()
    await expect.element(page.getByRole('cell', { name: 'y | z' })).toBeVisible()
    await expect.element(page.getByRole('note')).toHaveTextContent('CautionMind this.')
    await expect.element(page.getByText('snake_case_word and 2 * 3 * 4')).toBeVisible()
    expect(document.querySelectorAll('ul > li > ol > li')).toHaveLength(2)
  })

  test('reads what never ends in a time that grows with its length', () => {
    const hostile = ['[', '![', '*', '**a ', '`', '<', '> ', '- ', '[](', '_a ', '| ', '~~', '1. '].map(
      (one) => one.repeat(4_000),
    )
    for (const text of [...hostile, hostile.join('\n')]) expect(readMarkdown(text).length).toBeGreaterThan(0)
    const nested = Array.from(
      { length: 500 },
      (_, at) => `${'> '.repeat(at % 50)}- ${'  '.repeat(at % 40)}x`,
    ).join('\n')
    expect(readMarkdown(nested).length).toBeGreaterThan(0)
  })
})

describe.skipIf(!examplesFile)('[KNB-001] the examples of CommonMark (needs ../shared/data/markdown)', () => {
  test('are read without losing their words', async () => {
    const examples = (await examplesFile?.()) as Example[]
    const lost = examples.filter(({ section, markdown }) => {
      // Definitions of links elsewhere, comments and entities are no part of the portal's Markdown; addresses and the
      // language of a fence are no words.
      if (/Link reference|HTML|Entity|Images|Setext|Autolinks/.test(section)) return false
      if (/\]\(|\]\[|```|~~~/.test(markdown)) return false
      const words = markdown.match(/[a-z]{3,}/gi) ?? []
      const read = readMarkdown(markdown).map(plainOfBlock).join(' ')
      return words.some((word) => !read.includes(word))
    })
    expect(lost.map(({ markdown }) => markdown)).toEqual([])
  })
})
