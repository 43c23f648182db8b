import * as contract from '@kervan/contract/administration/microsoft'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { getUserSignIns } from '@kervan/contract/administration/users'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { proofDialog, prove, wantsProof } from '../../../test/stepUp.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { setSession } from '../../kit/call/session.ts'
import { UserSignIns } from '../users/UserSignIns.tsx'
import Microsoft from './Microsoft.tsx'

const [tenantId, clientId, objectId] = [
  '7d1c4f0e-58a3-4a6e-9d0b-2f6f1b7a9c01',
  'b3a9c7d2-1e44-4f0a-8c55-6a2f9e0d7b10',
  '5f0e8a51-3c1d-4b67-8a52-0d9c4f7be312',
]
const id = '00000000-0000-8000-8000-000000000065'
const membershipId = '00000000-0000-4000-8000-000000000001'
const view: contract.EntraSettingView = {
  id,
  setting: { tenantId, clientId, enabled: true },
  version: 4,
  authority: 'https://login.microsoftonline.com',
  activeUsers: 14,
  linkedUsers: 9,
  linkedAdministrators: 2,
  entraOnly: false,
  changedBy: 'Elif Karaca',
  changedAt: '2026-11-20T07:00:00.000Z',
}
const rights = [
  'UserManagement',
  getUserSignIns.permission ?? '',
  getRecordHistory.permission ?? '',
  ...Object.values(contract).flatMap((one) => ('permission' in one ? [one.permission ?? ''] : [])),
]
const wrongId = 'An ID looks like 7d1c4f0e-58a3-4a6e-9d0b-2f6f1b7a9c01.'

let server: MemoryServer
async function begin(
  options: { view?: Partial<contract.EntraSettingView>; rights?: string[]; width?: number } = {},
) {
  await page.viewport(options.width ?? 1280, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: options.rights ?? rights } })
  let now = { ...view, ...options.view }
  server.answer(contract.getEntraSetting, () => now)
  server.answer(
    contract.saveEntraSetting,
    ({ version, ...setting }) => (now = { ...now, setting, version: version + 1 }),
  )
  server.answer(getRecordHistory, () => ({
    entries: [
      {
        id: membershipId,
        at: '2026-11-20T07:00:00.000Z',
        actorName: 'Elif Karaca',
        operation: 'entra.changed' as const,
        changes: [{ field: 'enabled', before: false, after: true }],
        changeCount: 1,
      },
    ],
    hasMore: false,
  }))
  server.answer(getUserSignIns, () => ({ sessions: [], attempts: [] }))
}
beforeEach(() => begin())

describe('[ACC-004] Microsoft sign-in of the company', () => {
  test('shows what is set, whom it touches, what is verified and who changed it, and is saved with its version', async () => {
    await show(<Microsoft />)
    await expect.element(page.getByRole('textbox', { name: 'Directory (tenant) ID' })).toHaveValue(tenantId)
    await expect
      .element(page.getByText('9 of 14 active users are linked and can use it, including 2 administrators.'))
      .toBeVisible()
    await expect
      .element(page.getByText('It was issued by https://login.microsoftonline.com for your directory.'))
      .toBeVisible()
    await expect.element(page.getByText(`${window.location.origin}/login/microsoft`)).toBeVisible()
    await expect.element(page.getByText('Microsoft sign-in changed')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectNoAxeFaults()
    await page.getByRole('switch', { name: /^Enable Microsoft sign-in/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Microsoft sign-in saved')).toBeVisible()
    expect(server.sentTo(contract.saveEntraSetting).map(({ input }) => input)).toEqual([
      { tenantId, clientId, enabled: false, version: 4 },
    ])
  })

  test('[USR-004] is read only for who sees part of the company, and says why; the check remains', async () => {
    setSession({ ...session, PermissionsUI: rights, SeesPart: true })
    await show(<Microsoft />)
    await expect.element(page.getByText(/^This applies to the whole company/)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Directory (tenant) ID' })).toBeDisabled()
    await expect.element(page.getByRole('switch', { name: /^Enable Microsoft sign-in/ })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Test connection/ })).toBeEnabled()
    await expectNoAxeFaults()
  })

  test('is set up for the first time, with ids as they were copied', async () => {
    await begin({ view: { setting: null, version: 0, changedBy: null, changedAt: null }, width: 390 })
    await show(<Microsoft />)
    await page.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill('contoso.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText(wrongId).first()).toBeVisible()
    expect(server.sentTo(contract.saveEntraSetting)).toEqual([])
    await page.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill(` ${tenantId.toUpperCase()} `)
    await page.getByRole('textbox', { name: 'Application (client) ID' }).fill(clientId)
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Save' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(contract.saveEntraSetting).map(({ input }) => input)).toEqual([
        { tenantId, clientId, enabled: true, version: 0 },
      ]),
    )
  })

  test('is not switched off while it is the only way in', async () => {
    await begin({ view: { entraOnly: true } })
    server.answer(contract.saveEntraSetting, () =>
      server.refuse(contract.saveEntraSetting, 'NoLinkedAdministrator'),
    )
    await show(<Microsoft />)
    await expect.element(page.getByText(/^Microsoft is the only sign-in method/)).toBeVisible()
    await page.getByRole('switch', { name: /^Enable Microsoft sign-in/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^No administrator is linked to Microsoft yet/)
          .first(),
      )
      .toBeVisible()
  })

  test('[D40] saved too late, shows what somebody else has set, and loses nothing', async () => {
    const theirs = {
      ...view,
      version: 5,
      setting: { tenantId: objectId, clientId, enabled: false },
      changedBy: 'Mert Aydoğan',
    }
    server.answer(contract.saveEntraSetting, ({ version, ...setting }) => {
      if (version === 5) return { ...theirs, version: 6, setting }
      server.answer(contract.getEntraSetting, () => theirs)
      return server.refuse(contract.getEntraSetting, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Microsoft />)
    await page.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill(membershipId)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText(/^Mert Aydoğan changed this while you were editing/)).toBeVisible()
    const way = (field: RegExp, name: RegExp) =>
      page.getByRole('group', { name: field }).getByRole('button', { name })
    await expect
      .element(way(/^Directory/, new RegExp(`^Theirs ${objectId}$`)))
      .toHaveAttribute('aria-pressed', 'false')
    await expect
      .element(way(/^Directory/, new RegExp(`^Yours ${membershipId}$`)))
      .toHaveAttribute('aria-pressed', 'true')
    await expect
      .element(way(/^Enable Microsoft sign-in/, /^Theirs No$/))
      .toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('switch', { name: /^Enable Microsoft sign-in/ })).not.toBeChecked()
    await expectNoAxeFaults()
    await way(/^Enable Microsoft sign-in/, /^As it was Yes$/).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('status').getByText('Microsoft sign-in saved')).toBeVisible()
    expect(server.sentTo(contract.saveEntraSetting).map(({ input }) => input)).toEqual([
      { tenantId: membershipId, clientId, enabled: true, version: 4 },
      { tenantId: membershipId, clientId, enabled: true, version: 5 },
    ])
  })

  test('is checked before anybody depends on it; what was asked goes with the id', async () => {
    server.answer(contract.checkEntraSetting, () => ({
      issuer: 'https://login.microsoftonline.com/x/v2.0',
      reached: true,
      issuerFits: true,
      keys: 0,
    }))
    await show(<Microsoft />)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect.element(page.getByText('The directory responds.')).toBeVisible()
    await expect.element(page.getByText('Its signing keys cannot be read.')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill(clientId)
    await expect.element(page.getByText('The directory responds.')).not.toBeInTheDocument()
  })

  test('is only looked at without the right to change it', async () => {
    await begin({ rights: ['UserManagement', contract.getEntraSetting.permission ?? ''] })
    await show(<Microsoft />)
    await expect.element(page.getByRole('textbox', { name: 'Directory (tenant) ID' })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  })
})

describe('[ACC-004] the Microsoft account of a user', () => {
  const link = {
    tenantId,
    objectId,
    linkedAt: '2026-11-20T07:00:00.000Z',
    linkedBy: 'Elif Karaca',
    current: true,
  }
  const shown = () => show(<UserSignIns membershipId={membershipId} name="Barış Ilgaz" />)

  test('is linked by its ids; what the server refuses stands at its field', async () => {
    let links: (typeof link)[] = []
    server.answer(contract.getEntraLinks, () => ({
      version: 3,
      links,
      tenantId,
      enabled: true,
      blocked: null,
    }))
    server.answer(contract.linkEntra, ({ objectId: typed }) => {
      if (typed !== objectId) return server.refuse(contract.linkEntra, 'EntraLinkTaken')
      links = [link]
      return { done: true as const }
    })
    await shown()
    await expect.element(page.getByText('No Microsoft account is linked.')).toBeVisible()
    await page.getByRole('button', { name: 'Link an account…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Object ID' }).fill('baris@selvi.example')
    await dialog.getByRole('button', { name: 'Link' }).click()
    await expect.element(dialog.getByText(wrongId)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Object ID' }).fill(clientId)
    await dialog.getByRole('button', { name: 'Link' }).click()
    await expect
      .element(dialog.getByText(/^This Microsoft account is already linked to another user\./))
      .toBeVisible()
    await expectNoAxeFaults()
    await dialog.getByRole('textbox', { name: 'Object ID' }).fill(objectId)
    await dialog.getByRole('button', { name: 'Link' }).click()
    await expect.element(page.getByText(/^Linked by Elif Karaca/)).toBeVisible()
    expect(server.sentTo(contract.linkEntra).at(-1)?.input).toMatchObject({
      membershipId,
      tenantId,
      objectId,
      version: 3,
    })
  })

  test('[USR-004] of somebody who administers is linked by who proves themselves; with Cancel the ids stand', async () => {
    const check = wantsProof(server, contract.linkEntra, ['baris@selvi.example'])
    server.answer(contract.getEntraLinks, () => ({
      version: 3,
      links: [],
      tenantId,
      enabled: true,
      blocked: null,
    }))
    server.answer(contract.linkEntra, ({ proof }) => {
      check(proof)
      return { done: true as const }
    })
    await shown()
    await page.getByRole('button', { name: 'Link an account…' }).click()
    const typed = page.getByRole('textbox', { name: 'Object ID' })
    await typed.fill(objectId)
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await expect.element(proofDialog().getByRole('listitem')).toHaveTextContent('baris@selvi.example')
    await proofDialog().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(proofDialog()).not.toBeInTheDocument()
    await expect.element(typed).toHaveValue(objectId)
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await prove()
    await expect.element(page.getByText('Microsoft account linked')).toBeVisible()
    const [first, second, proved] = server.sentTo(contract.linkEntra).map(({ input }) => input)
    expect(proved).toEqual({ ...second, proof: { password: 'right' } })
    expect(first).toMatchObject({ membershipId, tenantId, objectId, version: 3 })
  })

  test('is unlinked after a question', async () => {
    server.answer(contract.getEntraLinks, () => ({
      version: 3,
      links: [link],
      tenantId,
      enabled: true,
      blocked: null,
    }))
    server.answer(contract.unlinkEntra, () => ({ done: true as const }))
    await shown()
    await page.getByRole('button', { name: `Unlink ${objectId}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect.element(page.getByText('Microsoft account unlinked')).toBeVisible()
    expect(server.sentTo(contract.unlinkEntra)[0]?.input).toMatchObject({
      membershipId,
      tenantId,
      objectId,
      version: 3,
    })
  })

  test('says why it cannot be changed', async () => {
    server.answer(contract.getEntraLinks, () => ({
      version: 3,
      links: [],
      tenantId,
      enabled: true,
      blocked: 'Another company brought this person in.',
    }))
    await shown()
    await expect.element(page.getByText('Another company brought this person in.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Link an account…' })).not.toBeInTheDocument()
  })
})
