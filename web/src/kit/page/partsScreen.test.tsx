import type { OwnExplainTarget } from '@kervan/contract/administration/explain'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { partsScreen } from './PartsScreen.tsx'
import { PageFrame } from './PageFrame.tsx'
import { setWhyOpener } from './why.tsx'

const Screen = partsScreen({
  title: 'screen.companyProducts.title',
  groups: ['products'],
  parts: [
    {
      key: 'product',
      permission: 'product-getProducts',
      group: 'products',
      component: () => Promise.resolve({ default: () => <PageFrame title="Products">Rows</PageFrame> }),
    },
    {
      key: 'businessRelation',
      permission: 'BusinessRelations',
      group: 'products',
      component: () => Promise.resolve({ default: () => <PageFrame title="Relations">Rows</PageFrame> }),
    },
  ],
  groupWord: (group) => `company.group.${group}`,
  partWord: (key) => `kind.${key}.many`,
})

const begin = (rights: string[]) =>
  freshPortal({ session: { ...session, PermissionsUI: ['CompanyProducts', ...rights] } })
const asked = vi.fn<(target: OwnExplainTarget) => void>()
beforeEach(() => {
  asked.mockClear()
  setWhyOpener(asked)
})
afterEach(() => setWhyOpener(null))

describe('[USR-005, SHL-025] a screen of parts without the rights for them', () => {
  test('says which right is missing instead of staying white, and explains it', async () => {
    await begin([])
    await show(<Screen />)
    await expect.element(page.getByRole('heading', { name: 'You cannot see “Products”' })).toBeVisible()
    await expect.element(page.getByText(/This needs “Products: view”/)).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Why?' }).click()
    expect(asked).toHaveBeenCalledExactlyOnceWith({ kind: 'call', name: 'Product/GetProducts' })
  })

  test('offers the explanation also where what explains comes after the page', async () => {
    setWhyOpener(null)
    await begin([])
    await show(<Screen />)
    await expect.element(page.getByRole('heading', { name: 'You cannot see “Products”' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Why?' })).not.toBeInTheDocument()
    setWhyOpener(asked)
    await expect.element(page.getByRole('button', { name: 'Why?' })).toBeVisible()
  })

  test('a part that was asked for by its address is the one that is spoken of', async () => {
    await begin([])
    await show(<Screen />, '/here?part=businessRelation')
    await expect
      .element(page.getByRole('heading', { name: 'You cannot see “Business relations”' }))
      .toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    expect(asked).toHaveBeenCalledExactlyOnceWith({ kind: 'part', permission: 'BusinessRelations' })
  })

  test('has its title and an outline while its code is on the way', async () => {
    const Slow = partsScreen({
      title: 'screen.companyProducts.title',
      groups: ['products'],
      parts: [
        {
          key: 'product',
          permission: 'product-getProducts',
          group: 'products',
          component: () => new Promise(() => {}),
        },
      ],
      groupWord: (group) => `company.group.${group}`,
      partWord: (key) => `kind.${key}.many`,
    })
    await begin(['product-getProducts'])
    await show(<Slow />)
    await expect.element(page.getByRole('heading', { name: 'Products', level: 2 }).last()).toBeVisible()
    await expect.element(page.getByText('Loading')).toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('another part that may be opened stands in its place, with the reason above it', async () => {
    await begin(['product-getProducts'])
    await show(<Screen />, '/here?part=businessRelation')
    await expect.element(page.getByText('Rows')).toBeVisible()
    await expect
      .element(
        page.getByText('You do not have access to “Business relations”: none of your roles includes it.'),
      )
      .toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    expect(asked).toHaveBeenCalledExactlyOnceWith({ kind: 'part', permission: 'BusinessRelations' })
    await expectNoAxeFaults()
  })
})
