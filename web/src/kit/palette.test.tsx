import { IconBolt } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../test/render.tsx'
import Palette, { type PaletteEntry } from './Palette.tsx'

const words = {
  title: 'Search',
  everything: 'Everything',
  scope: 'Search in',
  nothing: 'No results for “zz”',
  move: 'move',
  open: 'open',
  newTab: 'new tab',
}
const entry = (label: string, isOffer: boolean): PaletteEntry => ({
  id: label,
  group: 'On this page',
  label,
  description: '',
  icon: IconBolt,
  keys: null,
  isOffer,
  run: () => {},
})

test.each([
  ['says that nothing was found, though the page offers to be filtered', [], true],
  ['does not where something was found', [entry('zz top', false)], false],
] as const)('[SHL-027] the palette %s', async (_, others, isSaid) => {
  await freshPortal()
  const offer = entry('Filter this list by zz', true)
  const props = { opened: true, onClose: () => {}, query: 'zz', onQuery: () => {}, busy: false, words }
  await show(<Palette {...props} entries={[...others, offer]} />)
  await expect.element(page.getByText(offer.label)).toBeVisible()
  await expect.poll(() => page.getByText(words.nothing).elements().length).toBe(isSaid ? 1 : 0)
})
