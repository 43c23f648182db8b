import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { confirmMessages, hardCodedText, messages } from './messages.mjs'
import { tree } from './tree.ts'

const code = {
  'web/src/order/A.tsx': `t('order.title'); t("order.lines", { count }); say('order.hint'); word(\`state.\${x}\`)`,
}
const english = {
  title: 'Order {{code}}',
  lines_one: 'One line',
  lines_other: '{{count}} lines',
  hint: 'Hint',
}

function product(change: { en?: object; tr?: object; code?: object; dynamic?: string[] } = {}) {
  return tree({
    ...code,
    'contract/src/messages/dynamic.json': change.dynamic ?? ['state.'],
    ...Object.fromEntries(
      ['en', 'tr', 'de'].map((language) => [
        `contract/src/messages/${language}/state.json`,
        { state: { open: 'Open' } },
      ]),
    ),
    'contract/src/messages/en/order.json': { order: change.en ?? english },
    'contract/src/messages/tr/order.json': { order: change.tr ?? change.en ?? english },
    'contract/src/messages/de/order.json': { order: change.en ?? english },
    ...change.code,
  })
}

test('nothing to say about messages that are complete', () => {
  expect(messages(product())).toEqual([])
})

test.each([
  ['a language lacks one', { tr: { ...english, hint: undefined } }, 'order.hint  is missing in tr'],
  ['a language has one more', { tr: { ...english, more: 'x' } }, 'order.more  is missing in en'],
  ['an empty one', { tr: { ...english, hint: ' ' } }, 'order.hint  is empty in tr'],
  [
    'another placeholder',
    { tr: { ...english, title: 'Sipariş {{kod}}' } },
    'order.title  has other {{placeholders}} in tr',
  ],
  [
    'no placeholder',
    { tr: { ...english, lines_other: 'satırlar' } },
    'order.lines_other  has other {{placeholders}} in tr',
  ],
  ['half a plural', { en: { ...english, lines_other: undefined } }, 'order.lines_one  needs lines_other'],
  [
    'a plural of other languages',
    { en: { ...english, lines_few: 'x' } },
    'order.lines_few  is a plural that none',
  ],
  ['a dead one', { en: { ...english, unused: 'x' } }, 'order.unused  is used nowhere'],
  [
    'one that only a test mentions',
    { en: { ...english, unused: 'x' }, code: { 'web/src/order/a.test.ts': `'order.unused'` } },
    'is used nowhere',
  ],
  [
    'one that does not exist',
    { code: { 'server/src/order/a.ts': `\ntranslate(language, 'order.gone')` } },
    'server/src/order/a.ts:2  there is no message order.gone',
  ],
  [
    'a plural that is asked for without a number',
    { code: { 'web/src/order/B.tsx': `\nt('order.lines', { amount })` } },
    'web/src/order/B.tsx:2  order.lines is a plural and needs count',
  ],
  [
    'a plural that is asked for with nothing',
    { code: { 'web/src/order/B.tsx': `t('order.lines')` } },
    'web/src/order/B.tsx:1  order.lines is a plural and needs count',
  ],
  ['a declared beginning without messages', { dynamic: ['state.', 'kind.'] }, 'kind. begins no message'],
  [
    'a action that reads as its button',
    {
      en: {
        ...english,
        action_one: 'Revoke',
        action_other: 'Revoke',
        done_one: 'Revoked',
        done_other: 'Revoke',
      },
    },
    'order.done_other  reads as the button that does it in de',
  ],
  [
    'a term that is not the glossary’s',
    { code: { 'docs/glossary.md': '| Open | Açık | Offen | `state.open` |' } },
    'state.open  is "Açık" in tr (docs/glossary.md)',
  ],
  [
    'a term with another translation than the glossary gives it',
    {
      en: { ...english, hint: 'Open' },
      tr: { ...english, hint: 'Aç' },
      code: { 'docs/glossary.md': '| Open | Open | Open | `state.open` |' },
    },
    'order.hint  is "Aç" in tr for "Open"; say Open, or add it (docs/glossary.md)',
  ],
  [
    'a word for what another word is for',
    {
      en: { ...english, lines_other: '{{count}} lines' },
      tr: { ...english, lines_other: '{{count}} satırlık' },
      code: { 'docs/glossary.md': '| lines | tr | satır | kalem |' },
    },
    'lines_other  says "satır" in tr for "lines"; say kalem (docs/glossary.md)',
  ],
  [
    'a word that the glossary rules out',
    { code: { 'docs/glossary.md': '| language | not | but |\n| --- | --- | --- |\n| de | hint | clue |' } },
    'order.hint  says "Hint" in de; say clue (docs/glossary.md)',
  ],
  [
    'such a word in the manual',
    {
      code: {
        'docs/glossary.md': '| language | not | but |\n| --- | --- | --- |\n| de | Kachel | Feld |',
        'server/src/knowledge/manual/de/home.md': '# {{order.hint}}\n\nEine Kachel.',
      },
    },
    'server/src/knowledge/manual/de/home.md  says "Kachel" in de; say Feld (docs/glossary.md)',
  ],
  [
    'not JSON',
    { code: { 'contract/src/messages/de/state.json': '{' } },
    'contract/src/messages/de/state.json  ',
  ],
  [
    'a message in two files',
    { code: { 'contract/src/messages/de/home.json': { order: { hint: 'x' } } } },
    'order.hint stands in another file as well',
  ],
  [
    'a list',
    { code: { 'contract/src/messages/de/state.json': { state: { open: ['x'] } } } },
    'neither a text nor a group',
  ],
])('%s', (_, change, found) => {
  expect(messages(product(change))).toContainEqual(expect.stringContaining(found))
})

test('a word that people may search for is not ruled out', () => {
  const word = { shell: { palette: { finds: { x: 'hint' } } } }
  const found = messages(
    product({
      en: { ...english, hint: 'clue' },
      dynamic: ['state.', 'shell.palette.finds.'],
      code: {
        ...Object.fromEntries(
          ['en', 'tr', 'de'].map((one) => [`contract/src/messages/${one}/shell.json`, word]),
        ),
        'docs/glossary.md': '| language | not | but |\n| --- | --- | --- |\n| de | hint | clue |',
      },
    }),
  )
  expect(found).toEqual([])
})

describe('translations that are older than their English', () => {
  let root: string
  const say = (language: string, hint: string) =>
    writeFileSync(
      join(root, `contract/src/messages/${language}/order.json`),
      JSON.stringify({ order: { ...english, hint } }),
    )
  const told = () => messages(root).filter((line) => line.includes('is older'))
  beforeEach(() => {
    root = product()
    confirmMessages(root, [])
    say('en', 'A better hint')
  })

  test('are found until they are changed too', () => {
    confirmMessages(root, [])
    expect(told()).toEqual([expect.stringContaining('order.hint  is older in tr and de than in en')])
    say('tr', 'Daha iyi')
    confirmMessages(root, [])
    expect(told()).toEqual([expect.stringContaining('order.hint  is older in de than in en')])
    say('de', 'Besser')
    expect(told()).toEqual([])
  })

  test.each([['order.hint'], ['order.*']])('are confirmed by %s, until the English changes again', (key) => {
    confirmMessages(root, ['order.title'])
    expect(told()).toHaveLength(1)
    confirmMessages(root, [key])
    expect(told()).toEqual([])
    say('en', 'The best hint')
    expect(told()).toHaveLength(1)
  })

  test('are none where all have changed, and what is gone is forgotten', () => {
    say('tr', 'Daha iyi')
    say('de', 'Besser')
    confirmMessages(root, [])
    say('en', 'Worse')
    expect(told()).toHaveLength(1)
    for (const language of ['en', 'tr', 'de'])
      writeFileSync(join(root, `contract/src/messages/${language}/order.json`), '{}')
    confirmMessages(root, [])
    expect(told()).toEqual([])
  })

  test('are still known where a file of messages could not be read meanwhile', () => {
    const path = join(root, 'contract/src/messages/tr/order.json')
    writeFileSync(path, '<<<<<<<')
    confirmMessages(root, [])
    say('tr', english.hint)
    expect(told()).toEqual([expect.stringContaining('order.hint  is older in tr and de')])
  })

  test('are said to be unknown where a merge has left the file unreadable', () => {
    writeFileSync(join(root, 'contract/src/messages/confirmed.json'), '<<<<<<<')
    confirmMessages(root, [])
    expect(messages(root)).toContainEqual(expect.stringContaining('confirmed.json  '))
  })
})

test('text that stands in a screen is found, message keys and drawings are not', async () => {
  const screen = `export const A = () => (
  <Page title="order.hint" placeholder="Search here" aria-label={t('order.hint')}>
    Plain words
    <Badge>in a component</Badge>
    <path d="M 0 0" />
    <span title="Spoken">{t('order.title')}</span>
    {isOpen ? 'conditional words' : null}
    <Cell>42</Cell>
  </Page>
)`
  const found = await hardCodedText(
    product({ code: { 'web/src/order/A.tsx': screen, 'web/src/order/B.test.tsx': '<p>Only a test</p>' } }),
  )
  expect(found.map((line) => line.replace(/.*: /, '')).sort()).toEqual([
    'Plain words',
    'Search here',
    'Spoken',
    'in a component',
  ])
})
