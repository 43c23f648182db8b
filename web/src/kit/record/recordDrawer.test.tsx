import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import { toast } from '../feedback/toasts.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordBody, RecordFoot } from './RecordParts.tsx'

beforeEach(async () => void (await freshPortal()))

const boxOf = (element: Element) => element.getBoundingClientRect()

describe('a record beside its list', () => {
  test('[SHL-027] shows the tab that is open on a telephone too, where not all have room', async () => {
    await page.viewport(390, 800)
    const names = ['Details', 'Restrictions', 'Users', 'State history', 'Network', 'Stock', 'History']
    await show(
      <RecordDrawer
        opened
        onClose={() => {}}
        title="ANK-1"
        tabs={names.map((label) => ({ key: label, label }))}
        tab="Stock"
        onTab={() => {}}
      >
        <RecordBody>Stock</RecordBody>
      </RecordDrawer>,
    )
    const tab = page.getByRole('button', { name: 'Stock', exact: true })
    await expect.element(tab).toHaveAttribute('aria-current', 'true')
    await expect.element(tab).toBeInViewport({ ratio: 1 })
  })

  test('(D34) keeps its foot free: what is said briefly stands above it', async () => {
    await show(
      <RecordDrawer
        opened
        onClose={() => {}}
        title="SO-26-00042"
        tabs={[{ key: 'lines', label: 'Lines' }]}
        tab="lines"
        onTab={() => {}}
        foot={<RecordFoot left="This order was cancelled." actions={[]} main={<button>Save</button>} />}
      >
        <RecordBody>Lines</RecordBody>
      </RecordDrawer>,
    )
    await expect.element(page.getByText('This order was cancelled.')).toBeVisible()
    // A toast stays for as long as the pointer rests on it.
    await userEvent.hover(page.getByText('Lines', { exact: true }).last())
    toast('success', { title: 'Order cancelled' })
    const said = page.getByText('Order cancelled', { exact: true })
    await expect.element(said).toBeVisible()
    await userEvent.hover(said)
    for (const animation of document.getAnimations()) animation.finish()
    const foot = boxOf(page.getByText('This order was cancelled.').element().parentElement!)
    expect(
      boxOf(page.getByRole('status').filter({ hasText: 'Order cancelled' }).element()).bottom,
    ).toBeLessThanOrEqual(foot.top)
  })
})
