import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { freshPortal, show } from '../../../test/render.tsx'
import { Form, useKitForm } from './Form.tsx'
import { LookupField, type LookupOption } from './LookupField.tsx'

const people = ['Arda', 'Elif', 'Eren'].map((label) => ({ value: label.toLowerCase(), label }))

function Lookup({ load }: { load: (search: string) => Promise<readonly LookupOption[]> }) {
  const form = useKitForm<{ who: string }>({
    schema: z.object({ who: z.string() }),
    start: { who: '' },
    onSubmit: () => Promise.resolve(),
  })
  return (
    <Form form={form} label="Ask">
      <LookupField
        name="who"
        label="Who"
        lookupKey={['people']}
        load={async (search) => ({ options: await load(search), hasMore: false })}
      />
    </Form>
  )
}

test('a lookup offers only what matches while it waits for its answer, and what is chosen then stays chosen', async () => {
  await freshPortal()
  const answer = Promise.withResolvers<readonly LookupOption[]>()
  await show(<Lookup load={(search) => (search === '' ? Promise.resolve(people) : answer.promise)} />)
  const field = page.getByRole('combobox', { name: 'Who' })
  const names = () =>
    page
      .getByRole('option')
      .elements()
      .map((one) => one.textContent)
  await field.click()
  await expect.poll(names).toEqual(['Arda', 'Elif', 'Eren'])
  await field.fill('el')
  await expect.poll(names).toEqual(['Elif'])
  await page.getByRole('option', { name: 'Elif' }).click()
  await expect.element(field).toHaveValue('Elif')
  answer.resolve([{ value: 'melek', label: 'Melek' }])
  await expect.element(field).toHaveValue('Elif')
})
