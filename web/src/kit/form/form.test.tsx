import { Button } from '@mantine/core'
import { useState } from 'react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { chooseLanguage } from '../i18n/i18n.ts'
import { CallRefused } from '../call/refused.ts'
import { useCall } from '../call/useCall.ts'
import { CheckField, NumberField, SelectField, SwitchField, TextAreaField } from './fields.tsx'
import { PasswordField, TextField } from './TextField.tsx'
import { DateField } from './DateField.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Form, useKitForm } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'

let server: MemoryServer
beforeEach(async () => {
  server = await freshPortal()
})

const Order = z.object({
  name: z.string().trim().min(1),
  quantity: z.number().min(12).max(600),
  memo: z.string().max(5, 'kit.issue.invalid'),
  reason: z.string().min(1),
})
const start = { name: '', quantity: undefined as unknown as number, memo: '', reason: '' }

function OrderForm({
  send,
  paths,
}: {
  send: (values: z.infer<typeof Order>) => Promise<unknown>
  paths?: Record<string, 'name' | 'quantity'>
}) {
  const form = useKitForm<z.infer<typeof Order>>({ schema: Order, start, onSubmit: send, paths })
  return (
    <main>
      <Form form={form} label="Order">
        <TextField name="name" label="Name" hint="As on the invoice" />
        <NumberField name="quantity" label="Quantity" hint="Pack of 12" />
        <SelectField name="reason" label="Reason" data={['Out of stock', 'Other']} searchable />
        <TextAreaField name="memo" label="Memo" optional />
        <Button type="submit">Send order</Button>
      </Form>
    </main>
  )
}

const fill = async (quantity = '48') => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Selvi')
  await page.getByRole('textbox', { name: 'Quantity' }).fill(quantity)
  await page.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Other' }).click()
}
const send = () => page.getByRole('button', { name: 'Send order' }).click()

describe('forms', () => {
  test('(D20) stand in one rhythm, with a hint below a field or without one', async () => {
    await show(<OrderForm send={() => Promise.resolve()} />)
    const topOf = (role: 'textbox' | 'combobox', name: string) =>
      page.getByRole(role, { name }).element().getBoundingClientRect().top
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
    const tops = [topOf('textbox', 'Name'), topOf('textbox', 'Quantity'), topOf('combobox', 'Reason')]
    const steps = tops.slice(1).map((top, index) => Math.round(top - tops[index]!))
    expect(new Set(steps).size).toBe(1)
  })

  test('(D33) in a dialog begin in their first field, so that Enter never closes what was just opened', async () => {
    const close = vi.fn<() => void>()
    const sent = vi.fn<(values: { name: string }) => Promise<void>>().mockResolvedValue()
    await show(
      <FormDialog
        title="Edit user"
        action="Save"
        schema={z.object({ name: z.string() })}
        start={{ name: 'Elif' }}
        onSubmit={sent}
        onClose={close}
      >
        <TextField name="name" label="Name" />
      </FormDialog>,
    )
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent.mock.calls.length).toBe(1)
  })

  test('the answers of a long dialog stay in view on a telephone', async () => {
    await page.viewport(390, 844)
    await show(
      <FormDialog
        title="Edit user"
        action="Save"
        schema={z.object({ name: z.string() })}
        start={{ name: 'Elif' }}
        onSubmit={() => Promise.resolve()}
        onClose={() => {}}
      >
        <div style={{ height: 1600 }} />
        <TextField name="name" label="Name" />
      </FormDialog>,
    )
    const save = page.getByRole('button', { name: 'Save' })
    await expect.element(save).toBeVisible()
    const dialog = page.getByRole('dialog').element()
    expect(dialog.scrollHeight).toBeGreaterThan(dialog.clientHeight)
    dialog.scrollTop = 0
    expect(save.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight)
    dialog.scrollTop = dialog.scrollHeight
    const name = page.getByRole('textbox', { name: 'Name' }).element().getBoundingClientRect()
    expect(name.bottom).toBeLessThanOrEqual(save.element().getBoundingClientRect().top)
  })

  test('a choice that finds nothing says so, to a reader of the screen too', async () => {
    await show(<OrderForm send={() => Promise.resolve()} />)
    await page.getByRole('combobox', { name: 'Reason' }).fill('zzz')
    await expect.element(page.getByRole('option', { name: 'No results' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('errors stand in place of the hint, move nothing, and the first wrong field has the focus', async () => {
    await show(<OrderForm send={() => Promise.resolve()} />)
    const button = page.getByRole('button', { name: 'Send order' })
    await expect.element(button).toBeVisible()
    const top = () => button.element().getBoundingClientRect().top
    const before = top()
    await send()
    await expect.element(page.getByText('Enter a value').first()).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
    expect(page.getByText('As on the invoice').query()).toBeNull()
    expect(top()).toBe(before)
    await expectNoAxeFaults()
    await page.getByRole('textbox', { name: 'Name' }).fill('Selvi')
    await expect.element(page.getByText('As on the invoice')).toBeVisible()
  })

  test('what is wrong is said in the language of the moment, with its figures', async () => {
    await show(<OrderForm send={() => Promise.resolve()} />)
    await fill('720')
    await send()
    await expect.element(page.getByText('At most 600')).toBeVisible()
    await chooseLanguage('de')
    await expect.element(page.getByText('Höchstens 600')).toBeVisible()
    await chooseLanguage('en')
  })

  test('the server’s issues and named refusals stand at their fields', async () => {
    const refusal = (code: string, facts: Record<string, unknown> = {}) =>
      new CallRefused(422, {
        Message: 'Taken already.',
        ErrorCode: code,
        Reference: 'X1',
        Timestamp: '2026-11-20T07:42:17.000Z',
        Facts: facts,
      })
    const answers = [
      refusal('InvalidInput', { issues: [{ path: 'lines.quantity', code: 'too_big' }] }),
      refusal('NameTaken'),
      refusal('StockShort'),
    ]
    await show(
      <OrderForm
        send={() => Promise.reject(answers.shift())}
        paths={{ 'lines.quantity': 'quantity', NameTaken: 'name' }}
      />,
    )
    await fill()
    await send()
    await expect.element(page.getByText('This value is not valid')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
    await send()
    await expect.element(page.getByText('Taken already.')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await send()
    await expect.element(page.getByRole('dialog', { name: 'Error Occurred!' })).toBeVisible()
  })

  test('two presses send once', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const call = vi.fn<() => Promise<unknown>>(() => promise)
    await show(<OrderForm send={call} />)
    await fill()
    await page.getByRole('textbox', { name: 'Name' }).click()
    await userEvent.keyboard('{Enter}{Enter}{Enter}')
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
    expect(call).toHaveBeenCalledOnce()
    resolve(null)
  })

  test('[SHL-027] every field has its name, in light and in dark', async () => {
    function All() {
      const form = useKitForm<{ day: string; secret: string; agreed: boolean; quick: boolean }>({
        schema: z.object({ day: z.iso.date(), secret: z.string(), agreed: z.boolean(), quick: z.boolean() }),
        start: { day: '2026-11-20', secret: '', agreed: true, quick: false },
        onSubmit: () => Promise.resolve(),
      })
      return (
        <main>
          <Form form={form}>
            <DateField name="day" label="Delivery" />
            <PasswordField name="secret" label="Password" />
            <CheckField name="agreed" label="Agreed" />
            <SwitchField name="quick" label="Quick" />
          </Form>
        </main>
      )
    }
    await show(<All />)
    const day = page.getByRole('textbox', { name: 'Delivery' })
    await day.click()
    await expect.element(page.getByRole('table')).toBeVisible()
    // Typed as a clerk writes it, shown as the portal does.
    await day.fill('1.12.31')
    await userEvent.tab()
    await expect.element(day).toHaveValue('1 Dec 2031')
    await day.click()
    // [SHL-015] the week begins on Monday
    expect(document.querySelector('thead th')?.textContent).toMatch(/^Mo/)
    await expectNoAxeFaults()
  })

  test('files: what the call would refuse is refused here, with the reason', async () => {
    const taken = vi.fn<(files: File[]) => void>()
    await show(
      <main>
        <FileDrop
          label="Upload a picture"
          limits={{ maxFiles: 1, maxBytes: 1024 * 1024, types: ['image/png'] }}
          onFiles={taken}
        />
      </main>,
    )
    const input = page.getByLabelText('Upload a picture')
    await userEvent.upload(
      input,
      new File([new Uint8Array(1024 * 1024 + 1)], 'large.png', { type: 'image/png' }),
    )
    await expect
      .element(page.getByText(/^File size cannot exceed 1MB\. large\.png is larger\.$/))
      .toBeVisible()
    await userEvent.upload(input, new File([new Uint8Array(3)], 'small.png', { type: 'image/png' }))
    await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce())
    await expectNoAxeFaults()
  })

  test('[ORD-006] files: a name that says something else than the type is refused before it travels', async () => {
    const taken = vi.fn<(files: File[]) => void>()
    await show(
      <main>
        <FileDrop
          label="Attach"
          limits={{ maxFiles: 1, maxBytes: 100, types: ['text/plain', 'application/pdf'], keepsName: true }}
          onFiles={taken}
        />
      </main>,
    )
    const input = page.getByLabelText('Attach')
    await userEvent.upload(input, new File(['x'], 'start.bat', { type: 'text/plain' }))
    await expect
      .element(page.getByText(/^Unsupported file selected! start\.bat is not of a supported type/))
      .toBeVisible()
    await userEvent.upload(input, new File(['x'], 'note.txt', { type: 'text/plain' }))
    await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce())
  })
})

test('[SHL-020] what did not arrive is said by the form, which sends it again', async () => {
  const lost = new CallRefused(0, {
    Message: 'Connection Failed',
    ErrorCode: 'ConnectionFailed',
    Timestamp: '2026-11-20T07:42:17.000Z',
  })
  const sent = vi
    .fn<(values: unknown) => Promise<unknown>>()
    .mockRejectedValueOnce(lost)
    .mockResolvedValue(undefined)
  await show(<OrderForm send={sent} />)
  await fill()
  await send()
  await expect.element(page.getByRole('dialog', { name: 'Your entries were not saved' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent.mock.calls[1]?.[0]).toMatchObject({ name: 'Selvi', quantity: 48 })
})

test('a call is refused with its reason, and a lost answer is asked for again under the same key', async () => {
  const { placeOrder } = await import('@kervan/contract/order/order-new')
  server.answer(placeOrder, () => ({ orders: [], preOrders: [] }))
  let placed = 0
  function Place() {
    const place = useCall(placeOrder)
    return (
      <button
        type="button"
        onClick={() => void place.run({ cartVersion: 1 } as never).then((answer) => answer && placed++)}
      >
        Place
      </button>
    )
  }
  await show(<Place />)
  const keys = () => server.sentTo(placeOrder).map(({ requestKey }) => requestKey)
  server.offline = true
  await page.getByRole('button', { name: 'Place' }).click()
  // [SHL-019] status 0
  await expect.element(page.getByText('Connection Failed').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  server.offline = false
  await page.getByRole('button', { name: 'Place' }).click()
  // What is pressed while an answer is on its way does nothing.
  await vi.waitFor(() => expect(placed).toBe(1))
  expect(keys()).toHaveLength(1)
  await page.getByRole('button', { name: 'Place' }).click()
  await vi.waitFor(() => expect(keys()).toHaveLength(2))
  expect(keys()[0]).not.toBe(keys()[1])
})

test('a busy server is asked again under the same key, and only its third refusal is told', async () => {
  const { placeOrder } = await import('@kervan/contract/order/order-new')
  let refusals = 0
  const busy = () =>
    Response.json(
      { Message: `Busy ${++refusals}.`, ErrorCode: 'Overloaded', Timestamp: '2026-11-20T07:42:17.000Z' },
      { status: 503, headers: { 'Retry-After': '0.02' } },
    )
  server.answer(placeOrder, () => (refusals < 2 ? busy() : { orders: [], preOrders: [] }))
  const placed = vi.fn<(answer: unknown) => void>()
  function Place() {
    const place = useCall(placeOrder, { onDone: placed })
    return (
      <button type="button" onClick={() => void place.run({ cartVersion: 1 } as never)}>
        Place
      </button>
    )
  }
  await show(<Place />)
  const keys = () => server.sentTo(placeOrder).map(({ requestKey }) => requestKey)
  await page.getByRole('button', { name: 'Place' }).click()
  await vi.waitFor(() => expect(placed).toHaveBeenCalledOnce())
  expect([keys().length, new Set(keys()).size]).toEqual([3, 1])
  server.answer(placeOrder, busy)
  await page.getByRole('button', { name: 'Place' }).click()
  await expect.element(page.getByText('Busy 5.').first()).toBeVisible()
  expect([keys().length, new Set(keys()).size]).toEqual([6, 2])
})

test('the sign of a button that waits stands in its middle, also for people who want less motion', async () => {
  const asked = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    asked(query.includes('prefers-reduced-motion') ? 'all' : query),
  )
  onTestFinished(() => vi.mocked(window.matchMedia).mockRestore())
  function Approve() {
    const [isSent, setSent] = useState(false)
    return (
      <Button loading={isSent} onClick={() => setSent(true)}>
        Approve
      </Button>
    )
  }
  await show(<Approve />)
  await page.getByRole('button', { name: 'Approve' }).click()
  const button = page.getByRole('button', { name: 'Approve' }).element()
  await vi.waitFor(() => expect(button.querySelector('.mantine-Loader-root')).not.toBeNull())
  const middle = (element: Element | null | undefined) => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
    return [x + width / 2, y + height / 2].map(Math.round)
  }
  expect(middle(button.querySelector('.mantine-Loader-root'))).toEqual(middle(button))
})
