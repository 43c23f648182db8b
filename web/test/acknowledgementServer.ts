import * as drafts from '@kervan/contract/administration/acknowledgement-drafts'
import * as contract from '@kervan/contract/administration/acknowledgement-versions'
import { refreshSession } from '@kervan/contract/access/authentication'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { page } from 'vitest/browser'
import type { VersionRow } from '../src/administration/acknowledgements/VersionDrawer.tsx'
import type { MemoryServer } from './MemoryServer.ts'
import { rememberDictionaries, serveList } from './memoryParts.ts'
import { freshPortal, session } from './render.tsx'

export const id = (version: number) => `00000000-0000-8000-8000-00000001000${version}`
export const all = (said: string) => ({ en: said, tr: `${said} (tr)`, de: `${said} (de)` })
export const first: contract.AcknowledgementText = {
  title: all('Terms of use'),
  text: all('Be kind.\n\nKept for ten years.'),
  changes: { en: '', tr: '', de: '' },
}
export const second: contract.AcknowledgementText = {
  ...first,
  text: all('Be kind.\n\nKept for five years.'),
  changes: all('Five years instead of ten.'),
}
export const counts = { activated: 40, rejected: 2, waiting: 5 }
const rows: VersionRow[] = [2, 1].map((version) => ({
  id: id(version),
  intCode: 1,
  title: 'Terms of use',
  version,
  acknowledgementKind: 'User',
  current: version === 2,
  publishedAt: `2026-1${version - 1}-01T08:00:00.000Z`,
  publishedBy: 'Elif Karaca',
  ...counts,
  waiting: version === 2 ? 5 : 0,
}))
const people = [
  ['Ayşe Öztürk', 'Activated'],
  ['Barış Ilgaz', 'Rejected'],
  ['Ceyda Topuz', 'Waiting'],
] as const

/** A portal whose administrator writes what users agree to: one acknowledgement in two versions, and no draft. */
export async function openAcknowledgements(
  options: { rows?: VersionRow[]; width?: number; reading?: boolean } = {},
): Promise<MemoryServer> {
  await page.viewport(options.width ?? 1440, 900)
  const calls = [
    contract.acknowledgementVersions.page,
    contract.acknowledgementChoiceList.page,
    contract.getAcknowledgementVersion,
    getRecordHistory,
    ...(options.reading
      ? []
      : [
          contract.publishAcknowledgement,
          contract.getAcknowledgementReach,
          drafts.getAcknowledgementDrafts,
          drafts.getAcknowledgementDraft,
          drafts.saveAcknowledgementDraft,
          drafts.discardAcknowledgementDraft,
        ]),
  ]
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['UserManagement', ...calls.map(({ permission }) => permission ?? '')],
    },
  })
  rememberDictionaries(server)
  serveList(server, contract.acknowledgementVersions, options.rows ?? rows)
  serveList(
    server,
    contract.acknowledgementChoiceList,
    people.map(([name, answer], index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      name,
      username: `user${index}@selvi.example`,
      userType: 'InternalUser',
      answer,
      at: answer === 'Waiting' ? null : '2026-11-02T08:00:00.000Z',
      address: null,
    })),
  )
  server.answer(contract.getAcknowledgementVersion, ({ intCode, version }) =>
    intCode === 1 && version <= 2
      ? {
          id: id(version),
          intCode,
          version,
          kind: 'User' as const,
          newest: 2,
          content: version === 2 ? second : first,
          before: version === 2 ? first : null,
          publishedAt: '2026-11-01T08:00:00.000Z',
          publishedBy: 'Elif Karaca',
          ...counts,
        }
      : server.refuse(contract.getAcknowledgementVersion, 'NotFound'),
  )
  server.answer(refreshSession, () => ({ ...session, Token: 'token-after', UserAcknowledgement: true }))
  server.answer(drafts.getAcknowledgementDrafts, () => ({ drafts: [] }))
  server.answer(drafts.getAcknowledgementDraft, () => ({ draft: null }))
  server.answer(drafts.saveAcknowledgementDraft, ({ revision }) => ({
    revision: revision + 1,
    savedAt: '2026-11-20T08:00:00.000Z',
  }))
  server.answer(drafts.discardAcknowledgementDraft, () => ({ done: true as const }))
  server.answer(contract.getAcknowledgementReach, () => ({ users: 47, sessions: 12 }))
  server.answer(contract.publishAcknowledgement, ({ intCode, version }) => ({
    id: id(version + 1),
    intCode: intCode ?? 2,
    version: version + 1,
  }))
  return server
}

export const dialog = () => page.getByRole('dialog')
export const box = (name: string) => page.getByRole('textbox', { name, exact: true })
/** A way out of a contradiction, by the part it is about. */
export const way = (field: string, name: RegExp) =>
  page.getByRole('group', { name: field, exact: true }).getByRole('button', { name })
