import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { addDays } from '@kervan/contract/kit/days'
import { dayIn, today } from './companyDay.ts'
import { windowOf, type DayWindow } from './dateWindow.ts'
import { DateWindow } from './DateWindow.tsx'
import { formats } from './format.ts'

const reader = Intl.DateTimeFormat().resolvedOptions().timeZone
const words = ({ from, to }: DayWindow) => `${formats().date(from)} – ${formats().date(to)}`

function Chosen() {
  const [window, setWindow] = useState(windowOf({}, 3))
  return <DateWindow value={window} months={3} label="Order dates" onChange={setWindow} />
}
async function open(TimeZone: string) {
  await freshPortal({ session: { ...session, TimeZone } })
  await show(<Chosen />)
  await page.getByRole('button', { name: /^Order dates/ }).click()
}

describe('[SHL-015] the choice of days', () => {
  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'ends with the day it is in %s, and says whose days they are',
    async (zone) => {
      await open(zone)
      await expect
        .element(
          page.getByText(`At most 3 months at a time. Days start and end by the company’s clock (${zone}).`),
        )
        .toBeVisible()
      await page.getByRole('button', { name: 'Last 30 days' }).click()
      const last = today()
      expect([addDays(dayIn(zone, new Date()), -1), dayIn(zone, new Date())]).toContain(last)
      await expect
        .element(
          page.getByRole('button', { name: `Order dates: ${words({ from: addDays(last, -29), to: last })}` }),
        )
        .toBeVisible()
      await expectNoAxeFaults()
    },
  )

  test('stays on the screen of a telephone, whatever it has to say', async () => {
    await page.viewport(390, 900)
    await open('Pacific/Kiritimati')
    const said = page.getByText(/Days start and end by the company/)
    await expect.element(said).toBeVisible()
    for (const part of [said, page.getByRole('button', { name: 'Last 3 months' })])
      await vi.waitFor(() => expect(part.element().getBoundingClientRect().right).toBeLessThanOrEqual(390))
    await page.viewport(1440, 900)
  })

  test('is silent about clocks that show the same', async () => {
    await open(reader)
    await expect.element(page.getByText('At most 3 months at a time.', { exact: true })).toBeVisible()
  })
})
