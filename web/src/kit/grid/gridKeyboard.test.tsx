import { pendingOrders } from '@kervan/contract/order/order-management'
import { findRecords } from '@kervan/contract/shell/find-records'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { beginGrid, box, focused, Orders, row } from '../../../test/orderGrid.tsx'
import { expectNoAxeFaults, session, show } from '../../../test/render.tsx'
import type { OrderRow } from '../../../test/sampleOrders.ts'
import { setSession } from '../call/session.ts'
import { listenForHotkeys } from '../hotkeys.ts'
import { RecordDrawer } from '../record/RecordDrawer.tsx'
import { today } from '../values/companyDay.ts'

let server: MemoryServer
let orders: OrderRow[]

beforeEach(async () => {
  ;({ server, orders } = await beginGrid())
  return listenForHotkeys()
})

const asked = () => server.sentTo(pendingOrders.page).at(-1)?.input

describe('[SHL-027] a list by keyboard', () => {
  test('(D21) Escape clears the selection, wherever the focus is', async () => {
    await show(<Orders />)
    await box('SO-26-48213').click()
    await expect.element(page.getByText('1 selected', { exact: false })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'Clear selection' })).not.toBeInTheDocument()
    await box('SO-26-48213').click()
    ;(page.getByRole('button', { name: 'Approve 1' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'Clear selection' })).not.toBeInTheDocument()
  })

  test('(D22) a filter is found by typing or arrows, and its field has the focus', async () => {
    // So wide that the open filter covers no other button by half.
    await page.viewport(2000, 900)
    const { search } = await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.element(page.getByRole('textbox', { name: 'Find a field' })).toHaveFocus()
    await userEvent.keyboard('recorded{Enter}')
    await expect.element(page.getByRole('textbox', { name: /contains$/ })).toHaveFocus()
    await userEvent.keyboard('elif{Enter}')
    await vi.waitFor(() => expect(search().f).toEqual({ recordUser: { contains: 'elif' } }))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.tagName).toBe('BUTTON')
    await userEvent.keyboard('quan')
    await expect.element(page.getByRole('textbox', { name: 'Find a field' })).toHaveValue('quan')
    await expectNoAxeFaults()
  })

  test('[GRD-004] the search loses no letter while the address is late, and takes over what comes from elsewhere', async () => {
    const { search, router } = await show(<Orders />)
    const { navigate } = router
    const late: (() => void)[] = []
    router.navigate = (to) =>
      new Promise((done) => {
        late.push(() => done(navigate(to)))
      })
    const field = page.getByRole('searchbox')
    await field.click()
    await userEvent.keyboard('ki')
    await vi.waitFor(() => expect(late).toHaveLength(1))
    await userEvent.keyboard('zi')
    await vi.waitFor(() => expect(late).toHaveLength(2))
    await userEvent.keyboard('l')
    late[0]?.()
    await vi.waitFor(() => expect(search().q).toBe('ki'))
    await expect.element(field).toHaveValue('kizil')
    late[1]?.()
    await vi.waitFor(() => expect(search().q).toBe('kizi'))
    await expect.element(field).toHaveValue('kizil')
    await vi.waitFor(() => expect(late).toHaveLength(3))
    late[2]?.()
    await vi.waitFor(() => expect(search().q).toBe('kizil'))
    // Taken back before it has arrived.
    await userEvent.keyboard('d')
    await vi.waitFor(() => expect(late).toHaveLength(4))
    await userEvent.keyboard('{Backspace}')
    await vi.waitFor(() => expect(late).toHaveLength(5))
    late[3]?.()
    late[4]?.()
    await vi.waitFor(() => expect(search().q).toBe('kizil'))
    router.navigate = navigate
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.element(field).toHaveValue('')
  })

  test('(D18) the search keeps what is typed when it falls below two letters', async () => {
    const { search } = await show(<Orders />)
    const field = page.getByRole('searchbox')
    await field.fill('kiz')
    await vi.waitFor(() => expect(search().q).toBe('kiz'))
    await field.fill('k')
    await vi.waitFor(() => expect(search().q).toBeUndefined())
    await expect.element(field).toHaveValue('k')
    await userEvent.type(field, 'ar')
    await vi.waitFor(() => expect(search().q).toBe('kar'))
  })

  test('a row is opened by its first column that is shown, when its own name is hidden', async () => {
    const opened = vi.fn<(row: OrderRow) => void>()
    await show(<Orders columns={{ orderCode: { hidden: true } }} onOpen={opened} />)
    const { customerName } = orders[0]!
    await page.getByRole('button', { name: customerName, exact: true }).first().click()
    expect(opened).toHaveBeenCalledOnce()
  })

  test('(D63) who walked on in the drawer comes back to the row last shown', async () => {
    function Walk() {
      const [at, setAt] = useState<number | null>(null)
      const open = at === null ? null : orders[at]
      return (
        <>
          <Orders
            openId={open?.id ?? null}
            onOpen={(opened) => setAt(orders.findIndex(({ id }) => id === opened.id))}
          />
          <RecordDrawer
            opened={at !== null}
            onClose={() => setAt(null)}
            title={open?.orderCode ?? ''}
            position={at === null ? null : { words: '', previous: null, next: () => setAt(at + 1) }}
            tabs={[]}
            tab=""
            onTab={() => undefined}
          >
            {null}
          </RecordDrawer>
        </>
      )
    }
    await show(<Walk />)
    await page.getByRole('button', { name: orders[0]!.orderCode, exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: orders[0]!.orderCode })).toBeVisible()
    await userEvent.keyboard('jj')
    await expect.element(page.getByRole('dialog', { name: orders[2]!.orderCode })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(focused()).toMatch(/^2:/))
  })
})

test('(D19) days are chosen as one speaks of them', async () => {
  const { search } = await show(<Orders />)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await userEvent.keyboard('delivery{Enter}')
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await vi.waitFor(() => expect(search().f).toEqual({ deliveryDate: { from: today(), to: today() } }))
})

test('(D19) customers are picked from what the server finds, and several fit', async () => {
  server.answer(findRecords, ({ kind }) => ({
    records: ['Kızılırmak Ecza Deposu', 'Kızılay Eczanesi'].map((name, at) => ({
      kind: kind ?? 'customer',
      id: orders[at]!.id,
      code: `C-${at}`,
      name,
      hint: '',
      quantity: null,
      state: null,
      place: null,
    })),
  }))
  const { search } = await show(<Orders columns={{ orderCode: {}, customerName: { picks: 'customer' } }} />)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await userEvent.keyboard('customer{Enter}')
  const field = page.getByRole('combobox', { name: 'Customer is one of' })
  await expect.element(field).toHaveFocus()
  for (const name of ['Kızılırmak Ecza Deposu', 'Kızılay Eczanesi']) {
    await userEvent.type(field, 'kiz')
    // Who types slowly is shown what was found for the first letters meanwhile.
    await vi.waitFor(() =>
      expect(server.sentTo(findRecords).map(({ input }) => input)).toContainEqual(
        expect.objectContaining({ text: 'kiz', kind: 'customer' }),
      ),
    )
    await page.getByRole('option', { name }).click()
  }
  await page.getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() =>
    expect(search().f).toEqual({ customerName: { in: ['Kızılırmak Ecza Deposu', 'Kızılay Eczanesi'] } }),
  )
  expect(asked()?.filters).toEqual({
    customerName: { in: ['Kızılırmak Ecza Deposu', 'Kızılay Eczanesi'] },
  })
})

test('[SHL-025] the export is offered only to who may have the file', async () => {
  const first = await show(<Orders />)
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await first.screen.unmount()
  setSession({ ...session, PermissionsUI: session.PermissionsUI })
  await show(<Orders />)
  await expect.element(row('SO-26-48213')).toBeVisible()
  expect(page.getByRole('button', { name: 'Export' }).elements()).toEqual([])
})
