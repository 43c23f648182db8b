import { getArticle } from '@kervan/contract/knowledge/articles'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, show } from '../../test/render.tsx'
import HelpDialog from './HelpDialog.tsx'

describe('[KNB-001] help', () => {
  test('opens the article of the screen that is open', async () => {
    const server = await freshPortal()
    server.answer(getArticle, () => ({
      id: '00000000-0000-4000-8000-000000000001',
      version: 1,
      area: 'orders' as const,
      parentId: null,
      title: 'New order',
      body: '## What you do here\n\n- Place orders.',
      language: 'en' as const,
      languages: ['en' as const],
      state: 'Published' as const,
      number: 1,
      publishedAt: null,
      publishedBy: null,
      screen: 'newOrder' as const,
      isManual: true,
      restricted: false,
      ownerName: null,
      reviewOn: null,
      isOverdue: false,
      files: [],
      links: [],
      helpful: null,
      actions: {},
    }))
    await show(<HelpDialog screen="newOrder" onKeys={() => undefined} onClose={() => undefined} />)
    const dialog = page.getByRole('dialog', { name: 'Help' })
    await expect.element(dialog.getByRole('heading', { name: 'What you do here' })).toBeVisible()
    await expect
      .element(dialog.getByRole('link', { name: 'Open in the knowledge base' }))
      .toHaveAttribute('href', expect.stringContaining('newOrder'))
    expect(server.sentTo(getArticle)).toMatchObject([{ input: { screen: 'newOrder' } }])
    await expectNoAxeFaults()
  })
})
