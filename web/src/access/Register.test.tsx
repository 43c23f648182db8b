import { confirmAddress, findPointOfSale, register } from '@kervan/contract/registration/registration'
import { getAppVersion, getCompanyDomains } from '@kervan/contract/access/sign-in-page'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../test/render.tsx'
import Register from './Register.tsx'

const selvi = { companyIntCode: 102, companyName: 'Selvi İlaç', domain: 'selvi.example' }
const gln = '8680000000006'
const registrationId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e8'

let server: MemoryServer
async function begin(language: 'en' | 'de' = 'en') {
  server = await freshPortal({ session: null, language })
  window.sessionStorage.clear()
  server.answer(getCompanyDomains, () => ({ domains: [selvi] }))
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  server.answer(findPointOfSale, ({ gln: asked }) =>
    asked === gln
      ? { name: 'Şifa Eczanesi', city: 'Ankara', district: 'Çankaya' }
      : server.refuse(findPointOfSale, 'PointOfSaleNotFound'),
  )
  server.answer(register, () => ({ registrationId, minutes: 60 }))
  server.answer(confirmAddress, ({ code }) =>
    code === '123456'
      ? { state: 'Waiting' as const }
      : server.refuse(confirmAddress, 'RegistrationCodeWrong'),
  )
}
beforeEach(() => begin())

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const send = () => page.getByRole('button', { name: 'Request code' })
const values = [
  ['GLN of the point of sale', gln],
  ['First name', 'Ada'],
  ['Last name', 'Ak'],
  ['Email', 'ada@eczane.example'],
  ['City', 'Ankara'],
] as const

async function fillIn(over: Record<string, string> = {}) {
  await page.getByRole('textbox', { name: 'Company domain' }).click()
  await page.getByRole('option', { name: /Selvi/ }).click()
  for (const [name, value] of values) await field(name).fill(over[name] ?? value)
}

describe('[REG-001] registering', () => {
  test('says of each empty field what it needs, beside it, and goes to the first', async () => {
    await show(<Register />)
    await expectNoAxeFaults()
    await send().click()
    await expect.element(page.getByRole('textbox', { name: 'Company domain' })).toHaveFocus()
    await expect.element(page.getByText('Domain is required')).toBeVisible()
    for (const [name, message] of [
      ['GLN of the point of sale', /Enter the GLN/],
      ['First name', /Enter your first name/],
      ['Last name', /Enter your last name/],
      ['Email', /Email is required/],
      ['City', /Enter the city/],
    ] as const) {
      await expect.element(field(name)).toHaveAccessibleDescription(message)
      await expect.element(field(name)).toBeInvalid()
    }
    await expectNoAxeFaults()
    expect(server.sentTo(register)).toEqual([])
  })

  test.each([
    ['GLN of the point of sale', '8680000000001', /13 digits\. Check each digit/],
    ['GLN of the point of sale', '868', /13 digits\. Check each digit/],
    ['First name', '   ', /Enter your first name/],
    ['Last name', ' ', /Enter your last name/],
    ['Email', 'ada', /email address such as/],
    ['Email', 'ada@eczane', /email address such as/],
    ['City', ' ', /Enter the city/],
  ] as const)('with %s “%s” goes to that field and says so there alone', async (name, wrong, message) => {
    await show(<Register />)
    await fillIn({ [name]: wrong })
    await send().click()
    await expect.element(field(name)).toHaveFocus()
    await expect.element(field(name)).toHaveAccessibleDescription(message)
    for (const [other] of values.filter(([one]) => one !== name))
      await expect.element(field(other)).not.toBeInvalid()
    expect(server.sentTo(register)).toEqual([])
  })

  test('shows whose GLN it is as soon as it is complete, and asks for no other', async () => {
    await show(<Register />)
    await fillIn({ 'GLN of the point of sale': '868000' })
    expect(server.sentTo(findPointOfSale)).toEqual([])
    await field('GLN of the point of sale').fill(gln)
    await expect.element(page.getByText('Şifa Eczanesi · Çankaya, Ankara')).toBeVisible()
    await expectNoAxeFaults()
    expect(server.sentTo(findPointOfSale).map(({ input }) => input)).toEqual([{ companyIntCode: 102, gln }])
  })

  test('says that there is no such point of sale, and takes the right number afterwards', async () => {
    await show(<Register />)
    await fillIn({ 'GLN of the point of sale': '8699999999994' })
    await expect.element(page.getByText('Point of Sale Not Found!')).toBeVisible()
    await expectNoAxeFaults()
    await field('GLN of the point of sale').fill(gln)
    await expect.element(page.getByText(/Şifa Eczanesi/)).toBeVisible()
    await expect.element(page.getByText('Point of Sale Not Found!')).not.toBeInTheDocument()
  })

  test('asks which one is meant where several have the GLN', async () => {
    const places = ['Şifa Eczanesi', 'Deva Eczanesi'].map((name, at) => ({
      pointOfSaleId: `0199f2c5-4dcc-7625-8f47-3ea720c0e2e${at}`,
      name,
      city: 'Ankara',
      district: 'Çankaya',
    }))
    server.answer(findPointOfSale, () => ({
      name: 'Şifa Eczanesi',
      city: 'Ankara',
      district: 'Çankaya',
      choices: places,
    }))
    server.answer(register, ({ pointOfSaleId }) =>
      pointOfSaleId ? { registrationId, minutes: 60 } : server.refuse(register, 'PointOfSaleUnclear'),
    )
    await show(<Register />)
    await fillIn()
    await send().click()
    await expect.element(page.getByText('Several points of sale have this GLN. Choose yours.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Which point of sale' }).click()
    await page.getByRole('option', { name: 'Deva Eczanesi · Çankaya, Ankara' }).click()
    await expectNoAxeFaults()
    await send().click()
    await expect.element(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
    expect(server.sentTo(register).at(-1)?.input).toMatchObject({ pointOfSaleId: places[1]?.pointOfSaleId })
  })

  test('goes on when the lookup fails: it says so and the request itself decides', async () => {
    server.answer(findPointOfSale, () => server.refuse(findPointOfSale, 'TooManyRequests', { seconds: 60 }))
    await show(<Register />)
    await fillIn()
    await expect.element(page.getByText('Too many attempts. Try again in 60 s.')).toBeVisible()
    await send().click()
    await expect.element(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  })

  test.each([
    [
      'PointOfSaleNotFound',
      'Point of Sale Not Found!',
      'GLN of the point of sale',
      () => server.refuse(register, 'PointOfSaleNotFound'),
    ],
    [
      'RegistrationClosed',
      /^This company does not accept registrations\./,
      'Company domain',
      () => server.refuse(register, 'RegistrationClosed'),
    ],
    [
      'TooManyRequests',
      'Too many attempts. Try again in 60 s.',
      'Email',
      () => server.refuse(register, 'TooManyRequests', { seconds: 60 }),
    ],
  ] as const)('puts %s beside the field it is about', async (_, message, name, refuse) => {
    server.answer(register, refuse)
    await show(<Register />)
    await fillIn()
    await send().click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(field(name)).toHaveFocus()
  })

  test('sends once, however often and fast it is pressed', async () => {
    await show(<Register />)
    await fillIn()
    const answer = server.hold()
    const button = send().element() as HTMLButtonElement
    button.click()
    button.click()
    field('City').element().closest('form')?.requestSubmit()
    answer()
    await expect.element(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
    expect(server.sentTo(register).map(({ input }) => input)).toEqual([
      {
        companyIntCode: 102,
        gln,
        firstName: 'Ada',
        lastName: 'Ak',
        username: 'ada@eczane.example',
        city: 'Ankara',
        language: 'en',
      },
    ])
  })
})

describe('[REG-002] stepUp the address', () => {
  async function toCode() {
    await show(<Register />)
    await fillIn()
    await send().click()
    await expect
      .element(page.getByText('A six-digit code confirms ada@eczane.example. It expires in 60 minutes.'))
      .toBeVisible()
  }

  test('takes the code, says what is wrong with it, and tells what comes next', async () => {
    await toCode()
    const code = page.getByLabelText('Six-digit code')
    await expect.element(code).toHaveFocus()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Enter the code.')).toBeVisible()
    await code.fill('123')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The code has six digits.')).toBeVisible()
    await code.fill('000000')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/^The code is wrong or has expired\./)).toBeVisible()
    await expect.element(code).toHaveFocus()
    await code.fill('123 456')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('heading', { name: 'Your registration is being reviewed' }))
      .toBeVisible()
    await expectNoAxeFaults()
    expect(server.sentTo(confirmAddress).at(-1)?.input).toEqual({
      companyIntCode: 102,
      registrationId,
      code: '123456',
    })
  })

  test('tells who was accepted by rule to look for the password', async () => {
    server.answer(confirmAddress, () => ({ state: 'Approved' as const }))
    await toCode()
    await page.getByLabelText('Six-digit code').fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/There is a temporary password for ada@eczane.example/)).toBeVisible()
  })

  test('lets the details be changed', async () => {
    await toCode()
    expect(server.sentTo(register)).toHaveLength(1)
    await page.getByRole('button', { name: 'Change the details' }).click()
    await expect.element(send()).toBeVisible()
    for (const [name, value] of values) await expect.element(field(name)).toHaveValue(value)
  })

  test('asks for the code after a reload too, while it is good, and not once it is done with', async () => {
    await toCode()
    const stored = window.sessionStorage.getItem('kervan.registration') ?? ''
    const reload = async (text: string | null) => {
      await cleanup()
      if (text === null) window.sessionStorage.removeItem('kervan.registration')
      else window.sessionStorage.setItem('kervan.registration', text)
      await show(<Register />)
    }
    for (const gone of [null, 'not json', stored.replace(/"until":\d+/, '"until":1')]) {
      await reload(gone)
      await expect.element(send()).toBeVisible()
    }
    await reload(stored)
    await expect.element(page.getByText(/ada@eczane.example/)).toBeVisible()
    await page.getByRole('textbox').first().fill('123456')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() =>
      expect(server.sentTo(confirmAddress)[0]?.input).toEqual({
        companyIntCode: 102,
        registrationId,
        code: '123456',
      }),
    )
    await vi.waitFor(() => expect(window.sessionStorage.getItem('kervan.registration')).toBeNull())
  })
})
