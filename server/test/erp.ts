// The ERP of tests of work orders: the simulator, its faults, and what it has taken.
import { startErpReceiver } from '../../simulators/erp/receiver.ts'
import type { Stores } from '../src/services/stores.testing.ts'
import { erpTransfers } from '../src/services/work-orders/transfer.ts'
import { inCompany } from './statements.ts'

const key = 'secret-key'

export type ErpOfTests = Awaited<ReturnType<typeof startErp>>

export async function startErp() {
  const receiver = await startErpReceiver({ port: 0, key })
  const { url } = receiver
  return {
    close: () => receiver.close(),
    /** Settings of a portal that hands its work orders to it. */
    env: { ERP_URL: url, ERP_KEY: key },
    /** The next transfers go wrong like this; `none` ends it. */
    fault: (kind: string, more: object = {}) =>
      fetch(`${url}/admin/fault`, { method: 'POST', body: JSON.stringify({ fault: kind, ...more }) }),
    refuse: (product: string) =>
      fetch(`${url}/admin/fault`, { method: 'POST', body: JSON.stringify({ product }) }),
    received: async (): Promise<{
      transfers: { key: string; times: number }[]
      lines: Record<string, number>
      goods: Record<string, string>
    }> => (await (await fetch(`${url}/admin/received`)).json()) as never,
  }
}

/** Sends what waits for the ERP, as the queue would when it is due at this moment. */
export async function deliverToErp({ portal, company }: Stores, now: Date): Promise<void> {
  const keys = await inCompany(
    portal,
    company.id,
    `update delivery set due_at = $2 where company_id = $1 and kind = 'erpTransfers' and state = 'Waiting' returning key`,
    [company.id, now],
  )
  await erpTransfers
    .work(portal.app.services)([
      { companyId: company.id, keys: keys.map(({ key: one }) => String(one)) },
    ] as never)
    .catch(() => {})
}
