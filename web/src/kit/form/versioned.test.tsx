import { Button } from '@mantine/core'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { formats } from '../values/format.ts'
import { CallRefused } from '../call/refused.ts'
import { ChecksField, SwitchField } from './fields.tsx'
import { Form, useKitForm } from './Form.tsx'
import { TextField } from './TextField.tsx'

const at = '2026-11-20T10:41:00.000Z'
const Shelf = z.object({
  name: z.string().min(1),
  place: z.string(),
  open: z.boolean(),
  goods: z.array(z.string()),
})
type Values = z.infer<typeof Shelf>
type Kept = { version: number; values: Values }
const first: Kept = { version: 1, values: { name: 'Shelf A', place: 'Hall 1', open: false, goods: ['Tea'] } }

/** What a server keeps, as far as this form is concerned. */
let kept: Kept
let isThere: boolean
const sent: { values: Values; version: number }[] = []
beforeEach(async () => {
  await freshPortal()
  kept = first
  isThere = true
  sent.length = 0
})
const changeBehind = (values: Partial<Values>) => {
  kept = { version: kept.version + 1, values: { ...kept.values, ...values } }
}
const save = (values: Values, version: number) => {
  sent.push({ values, version })
  if (version !== kept.version)
    return Promise.reject(
      new CallRefused(409, {
        Message: 'Mert changed this. Reload.',
        ErrorCode: 'ChangedMeanwhile',
        Reference: '1',
        Timestamp: at,
        Facts: { changedBy: 'Mert Aydoğan', changedAt: at },
      }),
    )
  kept = { version: version + 1, values }
  return Promise.resolve()
}

function ShelfForm() {
  const [shown, setShown] = useState(kept)
  const form = useKitForm<Values>({
    schema: Shelf,
    start: shown.values,
    versioned: {
      version: shown.version,
      latest: () => Promise.resolve(isThere ? kept : null),
      fields: [
        { name: 'name', label: 'Name' },
        { name: 'place', label: 'Place', words: (value: string) => value.toUpperCase() },
        { name: 'open', label: 'Open' },
        { name: 'goods', label: 'Goods' },
      ],
    },
    onSubmit: async (values, version) => {
      await save(values, version)
      setShown(kept)
    },
  })
  return (
    <main>
      <Form form={form} label="Shelf">
        <TextField name="name" label="Shelf name" />
        <TextField name="place" label="Shelf place" />
        <SwitchField name="open" label="Is open" />
        <ChecksField
          name="goods"
          label="Kept goods"
          data={['Tea', 'Salt', 'Soap'].map((value) => ({ value, label: value }))}
        />
        <Button type="submit" disabled={!form.formState.isDirty}>
          Save
        </Button>
      </Form>
      <Button onClick={() => setShown(kept)}>Look again</Button>
    </main>
  )
}
const box = (name: string) => page.getByRole('textbox', { name })
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const way = (field: string, name: RegExp) =>
  page.getByRole('group', { name: field }).getByRole('button', { name })

describe('[D40] a form on a record that somebody else saved meanwhile', () => {
  test('says who and when, keeps what was typed, takes what was not, and saves under the new version', async () => {
    await show(<ShelfForm />)
    await box('Shelf name').fill('Shelf of mine')
    changeBehind({ name: 'Shelf of theirs', place: 'Hall 2' })
    await press('Save')
    const note = page.getByRole('alert')
    await expect
      .element(
        note.getByText(`Mert Aydoğan changed this while you were editing (${formats().dateTime(at)}).`),
      )
      .toBeVisible()
    await expect.element(note).toHaveFocus()
    await expect.element(way('Name', /^Yours Shelf of mine$/)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(way('Name', /^Theirs Shelf of theirs$/)).toHaveAttribute('aria-pressed', 'false')
    await expect.element(way('Place', /^Theirs HALL 2$/)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(way('Place', /^As it was HALL 1$/)).toHaveAttribute('aria-pressed', 'false')
    await expect.element(box('Shelf name')).toHaveValue('Shelf of mine')
    await expect.element(box('Shelf place')).toHaveValue('Hall 2')
    await expectNoAxeFaults()
    await press('Save')
    await vi.waitFor(() =>
      expect(sent.at(-1)).toEqual({
        values: { ...first.values, name: 'Shelf of mine', place: 'Hall 2' },
        version: 2,
      }),
    )
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('takes theirs field by field or all at once, and mine again; with all of theirs nothing is left to save', async () => {
    await show(<ShelfForm />)
    await box('Shelf name').fill('Mine')
    await page.getByRole('switch', { name: 'Is open' }).click()
    changeBehind({ name: 'Theirs alone', place: 'Hall 2' })
    await press('Save')
    await way('Name', /^Theirs/).click()
    await expect.element(box('Shelf name')).toHaveValue('Theirs alone')
    await press('Keep all of yours')
    await expect.element(box('Shelf name')).toHaveValue('Mine')
    await expect.element(box('Shelf place')).toHaveValue('Hall 1')
    await press('Take all of theirs')
    await expect.element(box('Shelf name')).toHaveValue('Theirs alone')
    // Nobody else has an opinion on it.
    await expect.element(page.getByRole('switch', { name: 'Is open' })).toBeChecked()
    await page.getByRole('switch', { name: 'Is open' }).click()
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(sent).toHaveLength(1)
  })

  test('of a list keeps what both have added, and says it as steps', async () => {
    await show(<ShelfForm />)
    await page.getByRole('checkbox', { name: 'Salt' }).click()
    changeBehind({ goods: ['Soap'] })
    await press('Save')
    await expect.element(way('Goods', /^Theirs \+ Soap, − Tea$/)).toBeVisible()
    await expect.element(way('Goods', /^Yours \+ Salt$/)).toBeVisible()
    await expect
      .element(way('Goods', /^Both \+ Soap, \+ Salt, − Tea$/))
      .toHaveAttribute('aria-pressed', 'true')
    await press('Save')
    await vi.waitFor(() => expect(kept.values.goods).toEqual(['Soap', 'Salt']))
  })

  test('goes on when it happens again, and says so where nothing contradicts', async () => {
    await show(<ShelfForm />)
    await box('Shelf name').fill('Mine')
    changeBehind({ name: 'Theirs' })
    await press('Save')
    await expect.element(way('Name', /^Theirs Theirs$/)).toBeVisible()
    changeBehind({ name: 'Mine' })
    await press('Save')
    await expect.element(page.getByText(/nothing contradicts it/)).toBeVisible()
    await expect.element(box('Shelf name')).toHaveValue('Mine')
    expect(sent.map(({ version }) => version)).toEqual([1, 2])
  })

  test('shows what is newer while nothing is typed, and never under what is being typed', async () => {
    await show(<ShelfForm />)
    changeBehind({ name: 'Newer' })
    await press('Look again')
    await expect.element(box('Shelf name')).toHaveValue('Newer')
    await box('Shelf name').fill('Mine')
    changeBehind({ name: 'Newest' })
    await press('Look again')
    await expect.element(box('Shelf name')).toHaveValue('Mine')
    await press('Save')
    await expect.element(way('Name', /^Theirs Newest$/)).toBeVisible()
    expect(sent.map(({ version }) => version)).toEqual([2])
  })

  test('of a record that is not to be found any more says what the server said', async () => {
    await show(<ShelfForm />)
    await box('Shelf name').fill('Mine')
    changeBehind({})
    isThere = false
    await press('Save')
    await expect
      .element(page.getByRole('dialog').getByText('Mert changed this. Reload.').first())
      .toBeVisible()
    await expect.element(box('Shelf name')).toHaveValue('Mine')
  })
})
