import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../test/render.tsx'
import { Kbd } from './Kbd.tsx'

test.each([
  ['de', 'Strg'],
  ['en', 'Ctrl'],
  ['tr', 'Ctrl'],
] as const)('[SHL-027] a key is called as on keyboards in %s', async (language, name) => {
  await freshPortal({ language })
  await show(<Kbd keys="Ctrl Enter" always />)
  await expect.element(page.getByText(name, { exact: true })).toBeVisible()
})
