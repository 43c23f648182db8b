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
