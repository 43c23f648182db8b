import * as drafts from '@kervan/contract/administration/acknowledgement-drafts'
import * as contract from '@kervan/contract/administration/acknowledgement-versions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  all,
  box,
  counts,
  dialog,
  id,
  openAcknowledgements,
  second,
  way,
} from '../../../test/acknowledgementServer.ts'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, show } from '../../../test/render.tsx'
import Acknowledgements from './Acknowledgements.tsx'

let server: MemoryServer
beforeEach(async () => {
  server = await openAcknowledgements()
})

describe('[ACC-010] a draft', () => {
  const theirs = {
    revision: 4,
    kind: 'User' as const,
    content: { ...second, text: all('Be kind, always.') },
    savedAt: '2026-11-20T07:00:00.000Z',
    savedBy: 'Mert Aydoğan',
  }
  const sent = () => server.sentTo(drafts.saveAcknowledgementDraft).map(({ input }) => input)

  test('is kept while one writes, and nothing has to be asked on the way out', async () => {
    const { search } = await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Be brief.')
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    await box('Text').fill('Be briefer.')
    await vi.waitFor(() =>
      expect(sent()).toMatchObject([
        { intCode: 1, revision: 0, text: { en: 'Be brief.' } },
        { intCode: 1, revision: 1, text: { en: 'Be briefer.' } },
      ]),
    )
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await vi.waitFor(() => expect(search().edit).toBeUndefined())
  })

  test('is found above the versions and gone on with, by whoever may write', async () => {
    server.answer(drafts.getAcknowledgementDrafts, () => ({
      drafts: [
        { intCode: 1, title: 'Terms of use', version: 3, savedAt: theirs.savedAt, savedBy: theirs.savedBy },
        { intCode: null, title: '', version: 1, savedAt: theirs.savedAt, savedBy: theirs.savedBy },
      ],
    }))
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    const { search } = await show(<Acknowledgements />)
    await expect.element(page.getByText('Draft of “untitled”, version 1')).toBeVisible()
    await expectNoAxeFaults()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Terms of use' })
      .getByRole('button', { name: 'Continue writing' })
      .click()
    await vi.waitFor(() => expect(search().edit).toBe('1/2'))
    await expect.element(box('Text')).toHaveValue('Be kind, always.')
    await expect.element(page.getByText(/by Mert Aydoğan/)).toBeVisible()
    await page.getByRole('button', { name: 'Discard the draft…' }).click()
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByText('Draft discarded')).toBeVisible()
    expect(server.sentTo(drafts.discardAcknowledgementDraft)[0]?.input).toEqual({ intCode: 1, revision: 4 })
  })

  /** Somebody else's draft is found, and taken no more but under its own revision. */
  const faster = (theirs: drafts.AcknowledgementDraft) => {
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    server.answer(drafts.saveAcknowledgementDraft, ({ revision }) =>
      revision < theirs.revision
        ? server.refuse(drafts.saveAcknowledgementDraft, 'ChangedMeanwhile', {
            changedBy: 'Mert Aydoğan',
            changedAt: theirs.savedAt,
          })
        : { revision: revision + 1, savedAt: '2026-11-20T08:00:00.000Z' },
    )
  }

  test('that somebody else writes in too is not overwritten until one has chosen, and whoever is writing goes on', async () => {
    await show(<Acknowledgements />, '/here?edit=1/2')
    await expect.element(box('Text')).toHaveValue(second.text.en)
    faster(theirs)
    await box('Text').fill('Mine.')
    await expect
      .element(page.getByRole('alert').getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    await expect.element(box('Text')).toHaveFocus()
    await expect.element(page.getByText('Choose above before the draft is saved.')).toBeVisible()
    await expectNoAxeFaults()
    await way('Text (Turkish)', /^As it was/).click()
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(sent()).toMatchObject([
      { revision: 0 },
      {
        revision: 4,
        text: { en: 'Mine.', tr: second.text.tr, de: 'Be kind, always. (de)' },
        changes: second.changes,
      },
    ])
  })

  test('that somebody else writes in elsewhere is saved with their words, and nothing is asked', async () => {
    server.answer(drafts.getAcknowledgementDraft, () => ({
      draft: { ...theirs, revision: 3, content: second },
    }))
    await show(<Acknowledgements />, '/here?edit=1/2')
    await expect.element(box('Text')).toHaveValue(second.text.en)
    faster({ ...theirs, content: { ...second, title: { ...second.title, de: 'Nutzungsbedingungen' } } })
    await box('Text').fill('Mine.')
    await expect
      .element(page.getByText(/^Draft saved .*, together with what Mert Aydoğan wrote$/))
      .toBeVisible()
    expect(sent().at(-1)).toMatchObject({
      revision: 4,
      text: { en: 'Mine.' },
      title: { ...second.title, de: 'Nutzungsbedingungen' },
    })
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('goes on on top of what somebody else published meanwhile, and says who it was', async () => {
    await show(<Acknowledgements />, '/here?edit=1/2')
    await expect.element(box('Text')).toHaveValue(second.text.en)
    const third = { ...second, title: all('Terms') }
    server.answer(contract.getAcknowledgementVersion, ({ intCode, version }) => ({
      id: id(version),
      intCode,
      version,
      kind: 'User' as const,
      newest: 3,
      content: version === 3 ? third : second,
      before: null,
      publishedAt: theirs.savedAt,
      publishedBy: theirs.savedBy,
      ...counts,
    }))
    server.answer(drafts.saveAcknowledgementDraft, ({ version, revision }) =>
      version < 3
        ? server.refuse(drafts.saveAcknowledgementDraft, 'ChangedMeanwhile', {
            changedBy: 'Mert Aydoğan',
            changedAt: theirs.savedAt,
          })
        : { revision: revision + 1, savedAt: '2026-11-20T08:00:00.000Z' },
    )
    await box('Text').fill('Mine.')
    await expect
      .element(page.getByRole('alert').getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Terms, version 4' })).toBeVisible()
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    expect(sent()).toMatchObject([
      { version: 2, revision: 0 },
      {
        version: 3,
        revision: 0,
        title: third.title,
        text: { ...second.text, en: 'Mine.' },
        changes: { en: '', tr: '', de: '' },
      },
    ])
  })

  test('that somebody threw away meanwhile is kept when one says so', async () => {
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    await show(<Acknowledgements />, '/here?edit=1/2')
    await expect.element(box('Text')).toHaveValue('Be kind, always.')
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: null }))
    server.answer(drafts.saveAcknowledgementDraft, ({ revision }) =>
      revision > 0
        ? server.refuse(drafts.saveAcknowledgementDraft, 'DraftGone')
        : { revision: 1, savedAt: '2026-11-20T08:00:00.000Z' },
    )
    await box('Text').fill('Mine.')
    await expect.element(page.getByText(/^The draft has been published or discarded/)).toBeVisible()
    await expect.element(box('Text')).toHaveValue('Mine.')
    await page.getByRole('button', { name: 'Keep my draft' }).click()
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    expect(sent().at(-1)).toMatchObject({ revision: 0, text: { en: 'Mine.', de: 'Be kind, always. (de)' } })
  })

  test('is kept and discarded as it stands, however fast one writes on', async () => {
    const waiting: (() => void)[] = []
    server.answer(drafts.saveAcknowledgementDraft, async ({ revision }) => {
      if (revision === 0) await new Promise<void>((go) => void waiting.push(go))
      return { revision: revision + 1, savedAt: '2026-11-20T08:00:00.000Z' }
    })
    const { search } = await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('First.')
    await expect.element(page.getByText('Saving the draft…')).toBeVisible()
    await box('Text').fill('Second.')
    await page.getByRole('button', { name: 'Close' }).click()
    await dialog().getByRole('button', { name: /Save/ }).click()
    waiting.forEach((go) => go())
    await vi.waitFor(() => expect(search().edit).toBeUndefined())
    expect(sent()).toMatchObject([
      { revision: 0, text: { en: 'First.' } },
      { revision: 1, text: { en: 'Second.' } },
    ])
  })

  test('that is discarded asks nothing about what was written a moment before', async () => {
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    const { search } = await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Never mind.')
    await page.getByRole('button', { name: 'Discard the draft…' }).click()
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await vi.waitFor(() => expect(search().edit).toBeUndefined())
    const { revision } = server.sentTo(drafts.discardAcknowledgementDraft)[0]?.input ?? {}
    expect(revision).toBe(4 + sent().length)
  })

  test('that cannot be saved says so and is tried again; leaving then asks', async () => {
    server.answer(drafts.saveAcknowledgementDraft, () =>
      server.refuse(drafts.saveAcknowledgementDraft, 'DatabaseUnavailable', { seconds: 2 }),
    )
    const { search } = await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Mine.')
    await expect
      .element(page.getByText(/^The draft was not saved: The database does not answer/))
      .toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect
      .element(dialog().getByText('Your last changes are not saved yet. Save them in the draft first?'))
      .toBeVisible()
    server.answer(drafts.saveAcknowledgementDraft, () => ({
      revision: 1,
      savedAt: '2026-11-20T08:00:00.000Z',
    }))
    await dialog().getByRole('button', { name: /Save/ }).click()
    await vi.waitFor(() => expect(search().edit).toBeUndefined())
    expect(sent().at(-1)).toMatchObject({ revision: 0, text: { en: 'Mine.' } })
  })
})
