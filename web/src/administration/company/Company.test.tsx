import {
  getCompanyProfile,
  saveCompanyProfile,
  uploadCompanyLogo,
  type CompanyProfileView,
} from '@kervan/contract/administration/company-profile'
import { getCompanyLogo } from '@kervan/contract/access/sign-in-page'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Company from './Company.tsx'

const view: CompanyProfileView = {
  version: 1,
  legalName: '',
  address: '',
  postalCode: '',
  city: '',
  taxOffice: '',
  taxNumber: '',
  phone: '',
  email: '',
  website: '',
  hasLogo: false,
  name: 'Lale Ecza Deposu',
  domain: 'lale.example',
  relation: 'Distributor',
  currency: 'TRY',
  timeZone: 'Europe/Istanbul',
  orderPrefix: 'SO',
  maximumUsers: 100,
  fileQuotaMb: 10_240,
  fileUsedMb: 3,
}
const permissions = (...calls: { permission: string | null }[]) => [
  'UserManagement',
  ...calls.flatMap(({ permission }) => permission ?? []),
]

async function begin(...calls: { permission: string | null }[]) {
  await page.viewport(390, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: permissions(...calls) } })
  server.answer(getCompanyProfile, () => view)
  server.answer(getCompanyLogo, () => null)
  return server
}

describe('the company in account settings', () => {
  test('is saved with its version; what the operator has settled is shown with what it means', async () => {
    const server = await begin(getCompanyProfile, saveCompanyProfile, uploadCompanyLogo)
    server.answer(saveCompanyProfile, ({ version, ...fields }) => ({
      ...view,
      ...fields,
      version: version + 1,
    }))
    await show(<Company />)
    await expect.element(page.getByText(/buys from manufacturers and sells to points of sale/)).toBeVisible()
    await page.getByRole('textbox', { name: /^Registered name/ }).fill('Lale Ecza Deposu A.Ş.')
    await page.getByRole('textbox', { name: /^Tax number/ }).fill('1234567890')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Company saved')).toBeVisible()
    expect(server.sentTo(saveCompanyProfile)[0]?.input).toMatchObject({
      legalName: 'Lale Ecza Deposu A.Ş.',
      taxNumber: '1234567890',
      version: 1,
    })
    await expectNoAxeFaults()
  })

  test('without the right is read, and says which one is missing', async () => {
    await begin(getCompanyProfile)
    await show(<Company />)
    await expect.element(page.getByRole('textbox', { name: /^Registered name/ })).toBeDisabled()
    await expect.element(page.getByText(/Change company details/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Upload logo' })).not.toBeInTheDocument()
  })
})
