import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import { Chart } from './Chart.tsx'

beforeEach(() => freshPortal({ language: 'en' }))

const months = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']
const chart = (values: readonly number[]) => (
  <Chart
    name="test"
    label="A year of orders"
    category="Month"
    categories={months}
    series={[{ name: 'Ordered', color: '--k-meter-now', values }]}
  />
)

test('(N44) a year with one bar is a line of small ones with its figure, and opens as a chart', async () => {
  await show(chart(months.map((month) => (month === 'Nov' ? 72 : 0))))
  const figure = page.getByRole('figure', { name: 'A year of orders' })
  await expect.element(figure.getByText('Nov: Ordered 72')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show as table' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show as chart' }).click()
  await expect.element(page.getByRole('button', { name: 'Show as table' })).toBeVisible()
})

test('a year with many bars is a chart at once', async () => {
  await show(chart(months.map((_, at) => at)))
  await expect.element(page.getByRole('button', { name: 'Show as table' })).toBeVisible()
})
