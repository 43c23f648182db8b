import { useState } from 'react'
import { existing } from '@kervan/contract/kit/typed'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import { PageFrame } from './PageFrame.tsx'

beforeEach(() => freshPortal())

test('[SHL-027] what is for ears alone scrolls with its page and makes no window longer', async () => {
  const { screen } = await show(
    <PageFrame title="Prices" layout="scroll">
      <span className="k-hidden">Below the fold</span>
    </PageFrame>,
  )
  await expect.element(page.getByText('Below the fold')).toBeInTheDocument()
  const hidden = existing(screen.container.querySelector<HTMLElement>('.k-hidden'))
  expect(getComputedStyle(existing(hidden.offsetParent)).overflowY).toBe('auto')
})

test('[SHL-027] on a telephone the last tab is whole when it is the current one, also once counts have made others wider', async () => {
  await page.viewport(390, 844)
  const keys = ['To decide', 'In fulfilment', 'Closed', 'External approval', 'EDI inbox']
  function Counted() {
    const [count, setCount] = useState<number>()
    return (
      <PageFrame
        title="Orders"
        tab="EDI inbox"
        tabs={keys.map((key, at) => ({
          key,
          label: key,
          search: { tab: key },
          ...(at === 0 && count && { count }),
        }))}
      >
        <button type="button" onClick={() => setCount(12_345)}>
          Count
        </button>
      </PageFrame>
    )
  }
  await show(<Counted />)
  const beyond = () => {
    const [tab, row] = [
      page.getByRole('link', { name: 'EDI inbox' }),
      page.getByRole('navigation', { name: 'Orders' }),
    ]
    return tab.element().getBoundingClientRect().right - row.element().getBoundingClientRect().right
  }
  await expect.poll(beyond).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Count' }).click()
  await expect.element(page.getByText('12345')).toBeInTheDocument()
  await expect.poll(beyond).toBeLessThanOrEqual(0)
})
