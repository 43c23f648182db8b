import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import LocationMap from './LocationMap.tsx'
import css from './map.module.css'

const point = (id: string, latitude: number, longitude: number) => ({
  id,
  code: id,
  name: `Shop ${id}`,
  status: 'Active',
  latitude,
  longitude,
})
const near = [point('ANK-1', 39.95, 32.58), point('ANK-2', 39.96, 32.6), point('ANK-3', 39.94, 32.57)]
const far = point('VAN-1', 38.5, 43.38)

let chosen: string[]
beforeEach(async () => {
  await page.viewport(1440, 900)
  await freshPortal()
  chosen = []
})
const open = (lines: Parameters<typeof LocationMap>[0]['lines'] = []) =>
  show(
    <figure className={css.figure} style={{ height: 600 }}>
      <LocationMap points={[...near, far]} selected={null} onSelect={(id) => chosen.push(id)} lines={lines} />
    </figure>,
  )
const mark = (name: string) => page.getByRole('button', { name, exact: true })

describe('[LOC-002] the map of the locations', () => {
  test('locations near each other are one mark, which a key opens and the focus stays', async () => {
    await open()
    await expect.element(mark('Shop VAN-1, VAN-1')).toBeVisible()
    await expect.element(mark('Shop ANK-1, ANK-1')).not.toBeInTheDocument()
    await expectNoAxeFaults()
    ;(mark('3 locations, zoom in').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(mark('3 locations, zoom in')).not.toBeInTheDocument()
    // What the mark fell apart into is nearer, and one of it has the focus.
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
    await expect.poll(focused).toMatch(/^(Shop ANK-\d|2 locations, zoom in)/)
    for (let presses = 0; presses < 4 && !focused().startsWith('Shop'); presses += 1) {
      const before = focused()
      await userEvent.keyboard('{Enter}')
      await expect.poll(focused).not.toBe(before)
    }
    await userEvent.keyboard(' ')
    expect(chosen).toEqual([focused().split(', ')[1]])
  })

  test('the whole map comes back by its button', async () => {
    await open()
    await mark('3 locations, zoom in').click()
    await expect.element(mark('3 locations, zoom in')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect.element(mark('3 locations, zoom in')).toBeVisible()
  })
})

test('[LOC-004] relations of the network are drawn between their locations', async () => {
  const [from = far] = near
  await open([
    { id: 'r-1', from, to: far, active: true },
    { id: 'r-2', from: far, to: from, active: false },
  ])
  await expect.element(mark('Shop VAN-1, VAN-1')).toBeVisible()
  await expect
    .poll(() => document.querySelectorAll('.leaflet-overlay-pane path[class*="ine"]').length)
    .toBe(2)
})
