import { getProductTree, moveProducts, productGroupKind } from '@kervan/contract/company/product-tree'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../../test/MemoryServer.ts'
import { rightsOf, serveKind, uuid } from '../../../../test/masterServer.ts'
import { rememberDictionaries } from '../../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../../test/render.tsx'
import HierarchyPart from './HierarchyPart.tsx'

const node = (number: number, name: string, parent: number | null, products: number) => ({
  id: uuid(number),
  code: name.toUpperCase(),
  name,
  parentId: parent === null ? null : uuid(parent),
  products,
})
const nodes = [
  node(1, 'Textiles', null, 0),
  node(2, 'Scrubs', 1, 12),
  node(3, 'Caps', 1, 3),
  node(4, 'Devices', null, 5),
]

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: { ...session, PermissionsUI: [...rightsOf(productGroupKind), moveProducts.permission ?? ''] },
  })
  rememberDictionaries(server)
  serveKind(
    server,
    productGroupKind,
    nodes.map(({ id, code, name, parentId }) => ({
      id,
      version: 3,
      values: {
        code,
        name,
        parent: nodes.find((one) => one.id === parentId)?.code ?? null,
        orderIndex: 0,
        nameEnglish: null,
        nameTurkish: null,
        nameGerman: null,
      },
    })),
  )
  server.answer(getProductTree, () => ({
    nodes,
    levels: ['Division', 'Category'],
    maximumDepth: 2,
    unassigned: 1,
  }))
})

const item = (name: RegExp) => page.getByRole('treeitem', { name })
const dialog = () => page.getByRole('dialog')

describe('[PRD-001] the hierarchy of products', () => {
  test('is a tree with its products counted, walked through by keyboard', async () => {
    await show(<HierarchyPart />)
    await expect.element(item(/^Textiles.*Division.*15 products$/)).toBeVisible()
    await expectNoAxeFaults()
    ;(item(/^Textiles/).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item(/^Scrubs/)).toHaveFocus()
    await expect.element(item(/^Scrubs/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(item(/^Scrubs/)).not.toBeInTheDocument()
    await expect.element(item(/^Textiles/)).toHaveAttribute('aria-expanded', 'false')
  })

  test('a node is moved below another, not below itself, and says what moves with it', async () => {
    server.answer(productGroupKind.save, () => ({
      id: uuid(2),
      version: 4,
      changeId: uuid(900),
      waits: false,
    }))
    await show(<HierarchyPart />)
    await item(/^Scrubs/).click()
    // The deepest level has no room below it.
    await expect.element(page.getByRole('button', { name: 'Add below' })).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Move node…' }).click()
    await expect.element(dialog().getByText('12 products move with it.')).toBeVisible()
    await dialog().getByRole('combobox').click()
    await expect.element(page.getByRole('option', { name: 'Textiles › Caps' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: 'Textiles › Scrubs' })).not.toBeInTheDocument()
    await page.getByRole('option', { name: 'Devices', exact: true }).click()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Move', exact: true }).click()
    await expect.element(page.getByText('Node moved')).toBeVisible()
    expect(server.sentTo(productGroupKind.save)[0]?.input).toMatchObject({
      id: uuid(2),
      version: 3,
      values: { code: 'SCRUBS', name: 'Scrubs', parent: 'DEVICES' },
    })
  })

  test('what the server refuses of a move stands at the node above', async () => {
    server.answer(productGroupKind.save, () =>
      server.refuse(productGroupKind.save, 'RecordInvalid', {
        issues: [{ field: 'parent', code: 'TooDeep', message: 'The hierarchy has two levels.' }],
        reasons: '',
      }),
    )
    await show(<HierarchyPart />)
    await item(/^Devices/).click()
    await page.getByRole('button', { name: 'Move node…' }).click()
    await dialog().getByRole('combobox').click()
    await page.getByRole('option', { name: 'Textiles › Caps' }).click()
    await dialog().getByRole('button', { name: 'Move', exact: true }).click()
    await expect
      .element(dialog().getByRole('combobox'))
      .toHaveAccessibleDescription(/The hierarchy has two levels\./)
  })

  test('the products of a node, and those of none, go to another in one change', async () => {
    server.answer(moveProducts, ({ fromId }) => ({ moved: fromId === null ? 1 : 12, waits: fromId === null }))
    await show(<HierarchyPart />)
    await item(/^Scrubs/).click()
    await page.getByRole('button', { name: 'Move products…' }).click()
    await dialog().getByRole('combobox').click()
    await page.getByRole('option', { name: 'Textiles › Caps' }).click()
    await dialog().getByRole('button', { name: 'Move', exact: true }).click()
    await expect.element(page.getByText('12 products moved')).toBeVisible()
    await page.getByRole('button', { name: 'Assign…' }).click()
    await dialog().getByRole('combobox').click()
    await page.getByRole('option', { name: 'Devices', exact: true }).click()
    await dialog().getByRole('button', { name: 'Move', exact: true }).click()
    await expect.element(page.getByText('Waits for approval by a second person')).toBeVisible()
    expect(server.sentTo(moveProducts).map(({ input }) => input)).toEqual([
      { fromId: uuid(2), toId: uuid(3) },
      { fromId: null, toId: uuid(4) },
    ])
  })
})
