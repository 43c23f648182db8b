import { beforeEach, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import StackedBars from './StackedBars.tsx'

beforeEach(() => freshPortal())

type Media = { send(method: 'Emulation.setEmulatedMedia', params: object): Promise<unknown> }
const device = (scheme: 'light' | 'dark') =>
  (cdp() as unknown as Media).send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })

test('[SHL-027] a drawing takes the colours of the device when they change while it is shown', async () => {
  await device('light')
  let picture: (() => string) | null = null
  await show(
    <div style={{ width: 400, height: 240 }}>
      <StackedBars
        label="Orders"
        categories={['Oct', 'Nov']}
        series={[{ name: 'Open', color: '--k-text', values: [3, 5] }]}
        onDrawn={(make) => void (picture = make)}
      />
    </div>,
  )
  const drawn = () => picture?.()
  await vi.waitFor(() => expect(drawn()).toBeDefined())
  const light = drawn()
  await device('dark')
  await vi.waitFor(() => expect(drawn()).not.toBe(light))
  // Long after the page itself has changed, the drawing is the one of the dark.
  const dark = drawn()
  await device('light')
  await vi.waitFor(() => expect(drawn()).not.toBe(dark))
})
