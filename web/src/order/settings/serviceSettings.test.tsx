import { getHealthInsuranceSettings } from '@kervan/contract/order/health-insurance'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import ServiceSettings from './ServiceSettings.tsx'

const withQuotas = (OMPQuotaActive: boolean) => ({
  ...session,
  OMPSettings: { ...session.OMPSettings, OMPQuotaActive },
  PermissionsUI: [...session.PermissionsUI, 'QuotaManagement' as const],
})

describe('[API-008] [QTA-001] a section that customer success has not opened', () => {
  test.each([
    ['en', 'This section cannot be used, contact customer success'],
    ['de', 'Dieser Bereich kann nicht genutzt werden, wenden Sie sich an Customer Success'],
    ['tr', 'Bu bölüm kullanılamaz, Customer Success ekibiyle iletişime geçin'],
  ] as const)('says so in %s and asks the server for nothing', async (language, words) => {
    const server = await freshPortal({ session: withQuotas(false), language })
    await show(<ServiceSettings />, '/here?part=quotaRule')
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible()
    expect(server.sent.filter(({ name }) => name.includes('Quota'))).toEqual([])
    await expectNoAxeFaults()
  })

  test('is a section like others once it is open', async () => {
    await freshPortal({ session: withQuotas(true) })
    await show(<ServiceSettings />, '/here?part=quotaRule')
    await expect.element(page.getByRole('heading', { name: 'Quota rules' }).first()).toBeVisible()
    await expect.element(page.getByText('This section cannot be used')).not.toBeInTheDocument()
  })
})

describe('[ORD-015] notifications that failed', () => {
  const begin = async (...permissions: string[]) => {
    const server = await freshPortal({
      session: {
        ...session,
        PermissionsUI: [
          ...session.PermissionsUI,
          getHealthInsuranceSettings.permission ?? '',
          ...permissions,
        ],
      },
    })
    server.answer(getHealthInsuranceSettings, () => ({
      version: 1,
      medulaActive: true,
      medulaUser: '868',
      hasPassword: true,
      isConnected: true,
      lines: { Waiting: 15, Notified: 103, Failed: 17 },
    }))
    await show(<ServiceSettings />, '/here?part=healthInsurance')
    await expect.element(page.getByText(/notified: 103 · failed: 17/)).toBeVisible()
  }
  const link = page.getByRole('link', { name: 'Show orders whose notification failed' })

  test('lead to their orders', async () => {
    await begin('OrderManagement', pendingOrders.page.permission ?? '')
    const { searchParams } = new URL(link.element().getAttribute('href') ?? '', window.location.href)
    expect(searchParams.get('tab')).toBe('inFulfilment')
    expect(searchParams.get('f')).toContain('"medulaState":{"in":["Failed"]}')
    await expectNoAxeFaults()
  })

  test('are a figure alone for who may not see orders', async () => {
    await begin()
    await expect.element(link).not.toBeInTheDocument()
  })
})
