import {
  articles,
  createArticle,
  getArticle,
  getDraft,
  getTree,
  publishArticle,
  rateArticle,
  saveDraft,
  type Article,
} from '@kervan/contract/knowledge/articles'
import { findArticles } from '@kervan/contract/knowledge/search'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import KnowledgeBase from './KnowledgeBase.tsx'
import { Editor } from './write/Editor.tsx'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const at = '2026-11-20T08:00:00.000Z'
const node = {
  id: id(1),
  parentId: null,
  area: 'orders' as const,
  title: 'Delivery days',
  language: 'en' as const,
  state: 'Published' as const,
  hasDraft: false,
  restricted: false,
  isManual: false,
}
const article: Article = {
  id: id(1),
  version: 1,
  area: 'orders',
  parentId: null,
  title: 'Delivery days',
  body: '## When\n\nOn **Tuesdays**. See [the rest](article:' + id(2) + ').',
  language: 'en',
  languages: ['en'],
  state: 'Published',
  number: 2,
  publishedAt: at,
  publishedBy: 'Anna',
  screen: null,
  isManual: false,
  restricted: true,
  ownerName: 'Anna',
  reviewOn: '2026-11-01',
  isOverdue: true,
  files: [],
  links: [{ id: id(2), title: 'The rest' }],
  helpful: null,
  actions: { edit: null, publish: null, withdraw: null, settings: null, remove: null },
}
const writing = [articles.page, createArticle, saveDraft, publishArticle, getArticle, rateArticle]

async function open() {
  const rights = [
    ...session.PermissionsUI,
    'KnowledgeBase',
    ...writing.map(({ permission }) => permission ?? ''),
  ]
  const server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  server.answer(getTree, () => ({
    nodes: [node, { ...node, id: id(2), parentId: id(1), title: 'The rest' }],
  }))
  server.answer(getArticle, () => article)
  await page.viewport(1440, 900)
  return server
}

describe('[KNB-001] the knowledge base', () => {
  test('shows articles in a tree, and one of them with what it is', async () => {
    const server = await open()
    server.answer(rateArticle, () => ({ done: true as const }))
    await show(<KnowledgeBase />, `/here?article=${id(1)}`)
    await expect
      .element(page.getByRole('navigation', { name: 'Articles' }).getByText('The rest'))
      .toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'When' })).toBeVisible()
    await expect.element(page.getByText(/Review was due on .* Responsible: Anna/)).toBeVisible()
    await expect
      .element(page.getByRole('article').getByRole('link', { name: 'the rest' }))
      .toHaveAttribute('href', expect.stringContaining(id(2)))
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect.element(page.getByText('Thank you. Your answer was saved.')).toBeVisible()
    expect(server.sentTo(rateArticle)).toMatchObject([
      { input: { articleId: id(1), language: 'en', helpful: true } },
    ])
  })

  test('finds words in their text', async () => {
    const server = await open()
    const passage = [
      { text: 'On ', marked: false },
      { text: 'Tuesdays', marked: true },
    ]
    server.answer(findArticles, () => ({
      hits: [
        {
          articleId: id(1),
          title: 'Delivery days',
          heading: 'When',
          passage,
          language: 'en' as const,
          isManual: false,
        },
      ],
      others: [],
    }))
    await show(<KnowledgeBase />)
    await page.getByRole('searchbox', { name: 'Search the articles' }).fill('tuesday')
    await page.getByRole('searchbox', { name: 'Search the articles' }).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('link', { name: 'Delivery days › When' })).toBeVisible()
    expect(document.querySelector('mark')?.textContent).toBe('Tuesdays')
    await expectNoAxeFaults()
  })

  test('is written in Markdown with a preview, saved and published', async () => {
    const server = await open()
    let draft = { title: 'Delivery days', body: 'Old.', revision: 3, hasDraft: false }
    server.answer(getDraft, () => ({
      ...draft,
      state: 'Published' as const,
      savedAt: at,
      savedBy: 'Anna',
      files: [],
    }))
    server.answer(saveDraft, ({ title, body }) => {
      draft = { title, body, revision: 4, hasDraft: true }
      return { revision: 4 }
    })
    server.answer(publishArticle, () => ({ number: 3 }))
    await show(<Editor articleId={id(1)} language="en" onBack={() => undefined} />)
    await page.getByRole('textbox', { name: 'Text in Markdown' }).fill('- one\n- <b>two</b>')
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect.element(preview.getByRole('listitem').nth(1)).toHaveTextContent('<b>two</b>')
    await page.getByRole('button', { name: 'Table' }).click()
    await expect.element(preview.getByRole('columnheader').first()).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect.element(page.getByRole('button', { name: 'Publish…' })).toBeEnabled()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('textbox', { name: /What has changed/ }).fill('Days')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect.element(page.getByText('Published as version 3')).toBeVisible()
    expect(server.sentTo(publishArticle)).toMatchObject([
      { input: { articleId: id(1), revision: 4, changes: 'Days' } },
    ])
  })
})
