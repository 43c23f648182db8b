import * as drafts from '@kervan/contract/administration/acknowledgement-drafts'
import * as contract from '@kervan/contract/administration/acknowledgement-versions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  all,
  box,
  counts,
  dialog,
  first,
  id,
  openAcknowledgements,
  second,
  way,
} from '../../../test/acknowledgementServer.ts'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, show } from '../../../test/render.tsx'
import { getSession, setSession } from '../../kit/call/session.ts'
import Acknowledgements from './Acknowledgements.tsx'

let server: MemoryServer
const begin = async (options: Parameters<typeof openAcknowledgements>[0] = {}) => {
  server = await openAcknowledgements(options)
}
beforeEach(() => begin())
const language = (name: string) =>
  page.getByRole('radiogroup', { name: 'Language of the text' }).getByText(name, { exact: true })

describe('[ACC-010] the versions of an acknowledgement', () => {
  test('are listed with how many accepted, rejected, and are still to be asked', async () => {
    await show(<Acknowledgements />)
    const newest = page.getByRole('row', { name: /Terms of use 2/ })
    for (const figure of ['40', '5'])
      await expect.element(newest.getByText(figure, { exact: true })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[USR-004] are read only for who sees part of the company, and say why; an address of the editor shows the list', async () => {
    const signedIn = getSession()
    if (signedIn) setSession({ ...signedIn, SeesPart: true })
    await show(<Acknowledgements />, '/here?edit=1/2')
    await expect.element(page.getByText(/^This applies to the whole company/)).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Terms of use 2/ })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New acknowledgement' })).not.toBeInTheDocument()
    expect(server.sentTo(drafts.getAcknowledgementDrafts)).toEqual([])
    await expectNoAxeFaults()
  })

  test('say so when there is nothing to agree to', async () => {
    await begin({ rows: [] })
    await show(<Acknowledgements />)
    await expect.element(page.getByText('No user acknowledgements yet')).toBeVisible()
  })

  test('open beside the list: as users see it, what changed, and who answered how', async () => {
    const { search } = await show(<Acknowledgements />, `/here?version=${id(2)}`)
    await expect.element(dialog().getByText('Five years instead of ten.')).toBeVisible()
    await dialog().getByText('German', { exact: true }).click()
    await expect.element(dialog().getByText('Terms of use (de)')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'What changed' }).click()
    await expect.element(dialog().getByText('ten', { exact: true })).toBeVisible()
    expect([...document.querySelectorAll('del')].map((one) => one.textContent)).toContain('ten')
    expect([...document.querySelectorAll('ins')].map((one) => one.textContent)).toContain('five')
    await expectNoAxeFaults()
    await dialog()
      .getByRole('button', { name: /^Answers/ })
      .click()
    await expect.element(dialog().getByText('Barış Ilgaz')).toBeVisible()
    await expect
      .element(
        dialog()
          .getByRole('row', { name: /Ceyda Topuz/ })
          .getByText('Not answered yet'),
      )
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(search().version).toBeUndefined())
  })

  test('of somebody who may only look have no way to publish', async () => {
    await begin({ reading: true })
    await show(<Acknowledgements />, '/here?edit=new')
    await expect.element(page.getByRole('row', { name: /Terms of use 2/ })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New acknowledgement' })).not.toBeInTheDocument()
  })
})

describe('[ACC-010] writing the next version', () => {
  const edit = () => show(<Acknowledgements />, '/here?edit=1/2')

  test('begins with what stands now, shows what changes, and holds back what is incomplete in any language', async () => {
    await edit()
    await box('Text').fill('Be kind.\n\nKept for five years, no longer.')
    await expect
      .element(page.getByRole('region', { name: 'Preview' }).getByText('Kept for five years, no longer.'))
      .toBeVisible()
    await page.getByRole('radiogroup', { name: 'Preview' }).getByText('What changed').click()
    await vi.waitFor(() =>
      expect([...document.querySelectorAll('ins')].map((one) => one.textContent)).toContain(
        'years, no longer.',
      ),
    )
    await box('What has changed').fill('No longer than five years.')
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect.element(page.getByText('Incomplete: Turkish, German')).toBeVisible()
    await expect.element(page.getByText('Describe in this language what has changed.')).toBeVisible()
    expect(server.sentTo(contract.publishAcknowledgement)).toEqual([])
  })

  test('is published after being told how many will be held, under the version that was looked at', async () => {
    const { search } = await edit()
    for (const [name, said] of [
      ['English', 'Shorter.'],
      ['Turkish', 'Daha kısa.'],
      ['German', 'Kürzer.'],
    ] as const) {
      await language(name).click()
      await box('Text').fill(said)
      await box('What has changed').fill(said)
    }
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect
      .element(
        dialog().getByText(
          /^47 active users must accept before continuing, including you. Open sessions asked at their next step: 12\./,
        ),
      )
      .toBeVisible()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await expect.element(page.getByText('Version 3 published')).toBeVisible()
    await vi.waitFor(() => expect(search()).toMatchObject({ version: id(3) }))
    // The publisher meets the form at the next step, which is this one.
    expect(getSession()?.UserAcknowledgement).toBe(true)
    expect(server.sentTo(contract.publishAcknowledgement)[0]?.input).toMatchObject({
      intCode: 1,
      version: 2,
      kind: 'User',
      title: first.title,
      text: { en: 'Shorter.', tr: 'Daha kısa.', de: 'Kürzer.' },
      changes: { en: 'Shorter.', tr: 'Daha kısa.', de: 'Kürzer.' },
    })
  })

  test('is brought together with what somebody else published first: told who, nothing lost, published as the version after theirs', async () => {
    const third = {
      ...second,
      title: all('Terms'),
      text: { ...second.text, en: 'Be kind.\n\nKept for six years.' },
      changes: all('Six years.'),
    }
    await edit()
    for (const name of ['English', 'Turkish', 'German']) {
      await language(name).click()
      await box('Text').fill('Shorter.')
      await box('What has changed').fill('Shorter.')
    }
    // Everything is kept by now, so that the publication is what comes too late and no save.
    await vi.waitFor(() =>
      expect(server.sentTo(drafts.saveAcknowledgementDraft).at(-1)?.input).toMatchObject({
        changes: { en: 'Shorter.', tr: 'Shorter.', de: 'Shorter.' },
      }),
    )
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    server.answer(contract.getAcknowledgementVersion, ({ intCode, version }) => ({
      id: id(version),
      intCode,
      version,
      kind: 'User' as const,
      newest: 3,
      content: version === 3 ? third : second,
      before: version === 3 ? second : first,
      publishedAt: '2026-11-20T10:41:00.000Z',
      publishedBy: 'Mert Aydoğan',
      ...counts,
    }))
    const late = ({ version }: { version: number }) =>
      version < 3
        ? server.refuse(contract.getAcknowledgementVersion, 'ChangedMeanwhile', {
            changedBy: 'Mert Aydoğan',
            changedAt: '2026-11-20T10:41:00.000Z',
          })
        : null
    server.answer(
      drafts.saveAcknowledgementDraft,
      (input) => late(input) ?? { revision: input.revision + 1, savedAt: '2026-11-20T10:42:00.000Z' },
    )
    server.answer(
      contract.publishAcknowledgement,
      (input) => late(input) ?? { id: id(4), intCode: 1, version: 4 },
    )
    await page.getByRole('button', { name: 'Publish…' }).click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    const note = page.getByRole('alert')
    await expect.element(note.getByText(/^Mert Aydoğan changed this while you were editing/)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Terms, version 4' })).toBeVisible()
    // What only they changed stands as they left it, what both did stands as it was written here.
    await expect.element(box('Title')).toHaveValue('Terms (de)')
    await expect.element(box('Text')).toHaveValue('Shorter.')
    await expect.element(way('Text (English)', /^Yours Shorter\.$/)).toHaveAttribute('aria-pressed', 'true')
    await expectNoAxeFaults()
    await way('Text (English)', /^Theirs Be kind/).click()
    await language('English').click()
    await expect.element(box('Text')).toHaveValue('Be kind.\n\nKept for six years.')
    await expect.element(box('What has changed')).toHaveValue('Shorter.')
    await page.getByRole('button', { name: 'Publish…' }).click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await expect.element(page.getByText('Version 4 published')).toBeVisible()
    expect(server.sentTo(contract.publishAcknowledgement).at(-1)?.input).toMatchObject({
      intCode: 1,
      version: 3,
      title: all('Terms'),
      text: { en: third.text.en, tr: 'Shorter.', de: 'Shorter.' },
      changes: { en: 'Shorter.', tr: 'Shorter.', de: 'Shorter.' },
    })
  })

  test('of something new for PortaMate says that nobody is held', async () => {
    await begin({ width: 390 })
    await show(<Acknowledgements />, '/here?edit=new')
    await page.getByRole('combobox', { name: 'Asked by' }).click()
    await page.getByRole('option', { name: 'PortaMate' }).click()
    for (const name of ['English', 'Turkish', 'German']) {
      await language(name).click()
      await box('Title').fill('PortaMate')
      await box('Text').fill('It reads packs.')
    }
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect.element(dialog().getByText(/nobody else is asked/)).toBeVisible()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(contract.publishAcknowledgement)[0]?.input).toMatchObject({
        intCode: null,
        version: 0,
        kind: 'PortaMate',
        changes: { en: '', tr: '', de: '' },
      }),
    )
  })
})
