import * as drafts from '@kervan/contract/access/acknowledgement-drafts'
import * as contract from '@kervan/contract/access/acknowledgement-versions'
import { refreshSession } from '@kervan/contract/access/authentication'
import { getSession, setSession } from '../../kit/session.ts'
import { getRecordHistory } from '@kervan/contract/account/activity'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Acknowledgements from './Acknowledgements.tsx'
import type { VersionRow } from './VersionDrawer.tsx'

const id = (version: number) => `00000000-0000-8000-8000-00000001000${version}`
const all = (said: string) => ({ en: said, tr: `${said} (tr)`, de: `${said} (de)` })
const first: contract.AcknowledgementText = { title: all('Terms of use'), text: all('Be kind.\n\nKept for ten years.'), changes: { en: '', tr: '', de: '' } }
const second: contract.AcknowledgementText = { ...first, text: all('Be kind.\n\nKept for five years.'), changes: all('Five years instead of ten.') }
const counts = { activated: 40, rejected: 2, waiting: 5 }
const rows: VersionRow[] = [2, 1].map((version) => ({
  id: id(version), intCode: 1, title: 'Terms of use', version, acknowledgementKind: 'User', current: version === 2, publishedAt: `2026-1${version - 1}-01T08:00:00.000Z`, publishedBy: 'Elif Karaca', ...counts, waiting: version === 2 ? 5 : 0,
}))
const people = [['Ayşe Öztürk', 'Activated'], ['Barış Ilgaz', 'Rejected'], ['Ceyda Topuz', 'Waiting']] as const

let server: MemoryServer
async function begin(options: { rows?: VersionRow[]; width?: number; reading?: boolean } = {}) {
  await page.viewport(options.width ?? 1440, 900)
  const calls = [contract.acknowledgementVersions.page, contract.acknowledgementChoiceList.page, contract.getAcknowledgementVersion, getRecordHistory, ...(options.reading ? [] : [contract.publishAcknowledgement, contract.getAcknowledgementReach, drafts.getAcknowledgementDrafts, drafts.getAcknowledgementDraft, drafts.saveAcknowledgementDraft, drafts.discardAcknowledgementDraft])]
  server = await freshPortal({ session: { ...session, PermissionsUI: ['UserManagement', ...calls.map(({ permission }) => permission ?? '')] } })
  rememberDictionaries(server)
  serveList(server, contract.acknowledgementVersions, options.rows ?? rows)
  serveList(server, contract.acknowledgementChoiceList, people.map(([name, answer], index) => ({ id: `00000000-0000-4000-8000-00000000000${index}`, name, username: `user${index}@selvi.example`, userType: 'InternalUser', answer, at: answer === 'Waiting' ? null : '2026-11-02T08:00:00.000Z', address: null })))
  server.answer(contract.getAcknowledgementVersion, ({ intCode, version }) =>
    intCode === 1 && version <= 2
      ? { id: id(version), intCode, version, kind: 'User' as const, newest: 2, content: version === 2 ? second : first, before: version === 2 ? first : null, publishedAt: '2026-11-01T08:00:00.000Z', publishedBy: 'Elif Karaca', ...counts }
      : server.refuse(404, 'NotFound', 'This was not found.'))
  server.answer(refreshSession, () => ({ ...session, Token: 'token-after', UserAcknowledgement: true }))
  server.answer(drafts.getAcknowledgementDrafts, () => ({ drafts: [] }))
  server.answer(drafts.getAcknowledgementDraft, () => ({ draft: null }))
  server.answer(drafts.saveAcknowledgementDraft, ({ revision }) => ({ revision: revision + 1, savedAt: '2026-11-20T08:00:00.000Z' }))
  server.answer(drafts.discardAcknowledgementDraft, () => ({ done: true as const }))
  server.answer(contract.getAcknowledgementReach, () => ({ users: 47, sessions: 12 }))
  server.answer(contract.publishAcknowledgement, ({ intCode, version }) => ({ id: id(version + 1), intCode: intCode ?? 2, version: version + 1 }))
}
beforeEach(() => begin())
const dialog = () => page.getByRole('dialog')
const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const language = (name: string) => page.getByRole('radiogroup', { name: 'Language of the text' }).getByText(name, { exact: true })

describe('[ACC-010] the versions of an acknowledgement', () => {
  test('are listed with how many accepted, rejected, and are still to be asked', async () => {
    await show(<Acknowledgements />)
    const newest = page.getByRole('row', { name: /Terms of use 2/ })
    for (const figure of ['40', '5']) await expect.element(newest.getByText(figure, { exact: true })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[USR-004] are read only for who sees part of the company, and say why; an address of the editor shows the list', async () => {
    const signedIn = getSession()
    if (signedIn) setSession({ ...signedIn, SeesPart: true })
    await show(<Acknowledgements />, '/here?edit=1/2')
    await expect.element(page.getByText(/^This holds for the whole company/)).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Terms of use 2/ })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New acknowledgement' })).not.toBeInTheDocument()
    expect(server.sentTo(drafts.getAcknowledgementDrafts)).toEqual([])
    await expectNoAxeFaults()
  })

  test('say so when there is nothing to agree to', async () => {
    await begin({ rows: [] })
    await show(<Acknowledgements />)
    await expect.element(page.getByText('Nobody has to agree to anything yet')).toBeVisible()
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
    await dialog().getByRole('button', { name: /^Answers/ }).click()
    await expect.element(dialog().getByText('Barış Ilgaz')).toBeVisible()
    await expect.element(dialog().getByRole('row', { name: /Ceyda Topuz/ }).getByText('Still to ask')).toBeVisible()
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
    await expect.element(page.getByRole('region', { name: 'Preview' }).getByText('Kept for five years, no longer.')).toBeVisible()
    await page.getByRole('radiogroup', { name: 'Preview' }).getByText('What changed').click()
    await vi.waitFor(() => expect([...document.querySelectorAll('ins')].map((one) => one.textContent)).toContain('years, no longer.'))
    await box('What is different').fill('No longer than five years.')
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect.element(page.getByText('Something is missing in: Turkish, German')).toBeVisible()
    await expect.element(page.getByText('Say in this language what is different.')).toBeVisible()
    expect(server.sentTo(contract.publishAcknowledgement)).toEqual([])
  })

  test('is published after being told how many will be held, under the version that was looked at', async () => {
    const { search } = await edit()
    for (const [name, said] of [['English', 'Shorter.'], ['Turkish', 'Daha kısa.'], ['German', 'Kürzer.']] as const) {
      await language(name).click()
      await box('Text').fill(said)
      await box('What is different').fill(said)
    }
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect.element(dialog().getByText(/^47 active users are held at the door until they accept, yourself included. Open sessions that meet the form at their next step: 12\./)).toBeVisible()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await expect.element(page.getByText('Version 3 published')).toBeVisible()
    await vi.waitFor(() => expect(search()).toMatchObject({ version: id(3) }))
    // The publisher meets the form at the next step, which is this one.
    expect(getSession()?.UserAcknowledgement).toBe(true)
    expect(server.sentTo(contract.publishAcknowledgement)[0]?.input).toMatchObject({ intCode: 1, version: 2, kind: 'User', title: first.title, text: { en: 'Shorter.', tr: 'Daha kısa.', de: 'Kürzer.' }, changes: { en: 'Shorter.', tr: 'Daha kısa.', de: 'Kürzer.' } })
  })

  test('stays where it is when somebody else published meanwhile', async () => {
    server.answer(contract.publishAcknowledgement, () => server.refuse(409, 'ChangedMeanwhile', 'Mert Aydoğan changed this at 10:41.', { changedBy: 'Mert Aydoğan', changedAt: '10:41' }))
    await edit()
    for (const name of ['English', 'Turkish', 'German']) {
      await language(name).click()
      await box('Text').fill('Shorter.')
      await box('What is different').fill('Shorter.')
    }
    await page.getByRole('button', { name: 'Publish…' }).click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await expect.element(page.getByText('Mert Aydoğan changed this at 10:41.').first()).toBeVisible()
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
    await expect.element(dialog().getByText(/nobody is held at the door/)).toBeVisible()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await vi.waitFor(() => expect(server.sentTo(contract.publishAcknowledgement)[0]?.input).toMatchObject({ intCode: null, version: 0, kind: 'PortaMate', changes: { en: '', tr: '', de: '' } }))
  })
})

describe('[ACC-010] a draft', () => {
  const theirs = { revision: 4, kind: 'User' as const, content: { ...second, text: all('Be kind, always.') }, savedAt: '2026-11-20T07:00:00.000Z', savedBy: 'Mert Aydoğan' }
  const sent = () => server.sentTo(drafts.saveAcknowledgementDraft).map(({ input }) => input)

  test('is kept while one writes, and nothing has to be asked on the way out', async () => {
    const { search } = await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Be brief.')
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    await box('Text').fill('Be briefer.')
    await vi.waitFor(() => expect(sent()).toMatchObject([{ intCode: 1, revision: 0, text: { en: 'Be brief.' } }, { intCode: 1, revision: 1, text: { en: 'Be briefer.' } }]))
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await vi.waitFor(() => expect(search().edit).toBeUndefined())
  })

  test('is found above the versions and gone on with, by whoever may write', async () => {
    server.answer(drafts.getAcknowledgementDrafts, () => ({ drafts: [{ intCode: 1, title: 'Terms of use', version: 3, savedAt: theirs.savedAt, savedBy: theirs.savedBy }, { intCode: null, title: '', version: 1, savedAt: theirs.savedAt, savedBy: theirs.savedBy }] }))
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    const { search } = await show(<Acknowledgements />)
    await expect.element(page.getByText('Draft of “untitled”, version 1')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('listitem').filter({ hasText: 'Terms of use' }).getByRole('button', { name: 'Go on writing' }).click()
    await vi.waitFor(() => expect(search().edit).toBe('1/2'))
    await expect.element(box('Text')).toHaveValue('Be kind, always.')
    await expect.element(page.getByText(/by Mert Aydoğan/)).toBeVisible()
    await page.getByRole('button', { name: 'Discard the draft…' }).click()
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByText('Draft discarded')).toBeVisible()
    expect(server.sentTo(drafts.discardAcknowledgementDraft)[0]?.input).toEqual({ intCode: 1, revision: 4 })
  })

  test('that somebody else changed is not overwritten until one has chosen', async () => {
    server.answer(drafts.saveAcknowledgementDraft, ({ revision }) => (revision === 4 ? { revision: 5, savedAt: '2026-11-20T08:00:00.000Z' } : server.refuse(409, 'ChangedMeanwhile', 'Mert Aydoğan changed this.', { changedBy: 'Mert Aydoğan', changedAt: '' })))
    await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Mine.')
    await expect.element(page.getByText('The draft was changed by somebody else: Mert Aydoğan changed this.')).toBeVisible()
    await expectNoAxeFaults()
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    await page.getByRole('button', { name: 'Keep my draft' }).click()
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
    expect(sent().at(-1)).toMatchObject({ revision: 4, text: { en: 'Mine.' } })
  })

  test('of somebody else takes the place of one’s own when one says so', async () => {
    server.answer(drafts.saveAcknowledgementDraft, () => server.refuse(409, 'DraftGone', 'Gone.', {}))
    await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Mine.')
    await expect.element(page.getByText(/Gone\./)).toBeVisible()
    server.answer(drafts.getAcknowledgementDraft, () => ({ draft: theirs }))
    await page.getByRole('button', { name: 'Show their draft' }).click()
    await expect.element(box('Text')).toHaveValue('Be kind, always.')
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
    expect(sent()).toMatchObject([{ revision: 0, text: { en: 'First.' } }, { revision: 1, text: { en: 'Second.' } }])
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
    server.answer(drafts.saveAcknowledgementDraft, () => server.refuse(503, 'DatabaseUnavailable', 'Try again in 2 s.', { seconds: 2 }))
    const { search } = await show(<Acknowledgements />, '/here?edit=1/2')
    await box('Text').fill('Mine.')
    await expect.element(page.getByText('The draft was not saved: Try again in 2 s.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog().getByText('The last words are not kept yet. Save them in the draft first?')).toBeVisible()
    server.answer(drafts.saveAcknowledgementDraft, () => ({ revision: 1, savedAt: '2026-11-20T08:00:00.000Z' }))
    await dialog().getByRole('button', { name: /Save/ }).click()
    await vi.waitFor(() => expect(search().edit).toBeUndefined())
    expect(sent().at(-1)).toMatchObject({ revision: 0, text: { en: 'Mine.' } })
  })
})
