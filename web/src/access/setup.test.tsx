import { login } from '@kervan/contract/access/authentication'
import { getSetup, setUpCompany } from '@kervan/contract/access/setup'
import { getAppVersion, getCompanyDomains } from '@kervan/contract/access/sign-in-page'
import { getEntraSettings } from '@kervan/contract/access/entra'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '../kit/call/session.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import Login from './Login.tsx'
import Setup from './Setup.tsx'

async function door(open: boolean, language: 'en' | 'tr' | 'de' = 'en') {
  const server = await freshPortal({ session: null, language })
  server.answer(getCompanyDomains, () => ({ domains: [] }))
  server.answer(getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
  server.answer(getEntraSettings, () => ({ settings: null }))
  server.answer(getSetup, () => ({ open }))
  return server
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
async function fillIn(password = 'Kestane-Rengi-Deniz-7!') {
  await field('Setup code').fill('abcd efgh jklm npqr')
  await field('Company name').fill('Selvi İlaç')
  await field('Company domain').fill('Selvi.example')
  await field('First name').fill('Ada')
  await field('Last name').fill('Ak')
  await field('Email').fill('ada@selvi.example')
  await page.getByLabelText('New password', { exact: true }).fill(password)
  await page.getByLabelText('Repeat new password', { exact: true }).fill(password)
}
const send = () => page.getByRole('button', { name: 'Set up and sign in' }).click()

describe('[D48] the first start', () => {
  it('leads from the door to the page, as long as there is no company', async () => {
    await door(true)
    const { router } = await show(<Login />)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/setup'))
  })

  it('makes the company and signs its administrator in', async () => {
    const server = await door(true)
    server.answer(setUpCompany, ({ companyName, domain }) => ({ companyIntCode: 1, companyName, domain }))
    server.answer(login, () => session)
    await show(<Setup />)
    await fillIn()
    await page.getByRole('combobox', { name: 'Type of company' }).or(field('Type of company')).first().click()
    await page.getByRole('option', { name: 'Retailer' }).click()
    await send()
    await vi.waitFor(() => expect(getSession()?.Token).toBe(session.Token))
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(server.sentTo(setUpCompany)[0]?.input).toEqual({
      code: 'abcd efgh jklm npqr',
      companyName: 'Selvi İlaç',
      domain: 'selvi.example',
      relation: 'Retailer',
      currency: 'TRY',
      timeZone,
      firstName: 'Ada',
      lastName: 'Ak',
      username: 'ada@selvi.example',
      password: 'Kestane-Rengi-Deniz-7!',
      language: 'en',
    })
    expect(server.sentTo(login)[0]?.input).toMatchObject({ username: 'ada@selvi.example', companyIntCode: 1 })
  })

  it('says at the field what is wrong: the code, the domain, a password with one’s own name', async () => {
    const server = await door(true)
    server.answer(setUpCompany, () => server.refuse(setUpCompany, 'SetupCodeWrong'))
    await show(<Setup />)
    await fillIn('Selvi-Parola-2026!')
    await field('Company domain').fill('selvi')
    await field('Currency').fill('tl')
    await send()
    for (const said of [/Enter a domain such as selvi\.example/, /Enter three letters, such as/])
      await expect.element(page.getByText(said)).toBeVisible()
    expect(server.sentTo(setUpCompany)).toEqual([])
    await fillIn()
    await field('Currency').fill('try')
    await send()
    await expect.element(page.getByText(/^This is not the setup code\./)).toBeVisible()
    await expect.element(field('Setup code')).toHaveAttribute('aria-invalid', 'true')
  })

  it('is over once there is a company: the page says so and leads to the door', async () => {
    await door(false)
    await show(<Setup />)
    await expect.element(page.getByRole('heading', { name: 'Already set up' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible()
  })

  it('has no fault that axe can see', async () => {
    await door(true, 'tr')
    await show(<Setup />)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoAxeFaults()
  })
})
