import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import {
  activateEntityFile,
  getEntityFile,
  getEntityRows,
  uploadEntityFile,
  type MciFileView,
} from '@kervan/contract/company/mci-files'
import { expect } from 'vitest'
import type { Company, Portal, User } from './portal.ts'
import { watch } from './watch.ts'

export type MciDesk = { portal: Portal; company: Company; user: User; entityId: string; product: string }

type Source = 'ManageByUserInput' | 'ManageByMergedInputs' | 'ManageByERPInput'

/** A company with an entity of safety stocks by product: Item (key), Pieces, Remark. */
export async function openMciDesk(
  portal: Portal,
  dataSource: Source = 'ManageByUserInput',
): Promise<MciDesk> {
  const company = await portal.company()
  const user = await company.user()
  const product = await company.product()
  const entity = await portal.call(mciEntityKind.save, user.token, {
    id: null,
    version: null,
    values: {
      code: 'SAFETY',
      name: 'Safety stock',
      purpose: 'Policy',
      dataSource,
      orderIndex: 0,
      description: null,
    },
    confirmed: true,
  })
  const desk = { portal, company, user, entityId: entity.body.id, product: product.code }
  const item = { mciType: 'Product', baseField: 'Product', keyPart: true }
  expect((await addMciField(desk, 'Item', item)).status).toBe(200)
  expect(
    (await addMciField(desk, 'Pieces', { mciType: 'Integer', baseField: 'Value', orderIndex: 1 })).status,
  ).toBe(200)
  expect((await addMciField(desk, 'Remark', { orderIndex: 2 })).status).toBe(200)
  return desk
}

export function addMciField({ portal, user }: MciDesk, code: string, over: object) {
  return portal.call(mciFieldKind.save, user.token, {
    id: null,
    version: null,
    values: {
      entity: 'SAFETY',
      code,
      name: code,
      mciType: 'Text',
      baseField: null,
      keyPart: false,
      mandatory: false,
      orderIndex: 0,
      ...over,
    } as never,
    confirmed: true,
  })
}

/** The file as it is after it has been read. */
export async function uploadMciFile(
  { portal, user, entityId }: MciDesk,
  body: string | Uint8Array,
  { input = 'User', name = 'stock.csv' }: { input?: 'User' | 'Erp'; name?: string } = {},
): Promise<MciFileView> {
  const sent = await portal.upload(uploadEntityFile, user.token, { entityId, input }, [
    { name, body: typeof body === 'string' ? body : Buffer.from(body) },
  ])
  expect(sent.status).toBe(200)
  const view = sent.body as MciFileView
  await watch(portal, user.token, view.jobId as string)
  return (await portal.call(getEntityFile, user.token, { mciFileId: view.id })).body
}

export const activateMciFile = ({ portal, user }: MciDesk, mciFileId: string) =>
  portal.call(activateEntityFile, user.token, { mciFileId })

/** The rows that services read, or those of a file. */
export async function mciRows({ portal, user, entityId }: MciDesk, mciFileId: string | null = null) {
  const page = { page: 1, pageSize: 50, search: '' }
  return (await portal.call(getEntityRows, user.token, { entityId, mciFileId, ...page })).body
}
