import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Issue, Line } from './deliveries.ts'

// The two ways from the ERP to the portal: its public API, and files in its drop folder.

export type Told = { key: string; action: string; message: string | null }
/** Takes issues and answers what became of each; nothing where that is only known later. */
export type Deliver = (issues: readonly Issue[]) => Promise<Told[]>

export type Portal = { approvedLines(from: string, to: string): Promise<Line[]>; deliver: Deliver }

/** The portal at this address, with an API key in the place of a session. A call that did not arrive is made again. */
export function openPortal(address: string, apiKey: string): Portal {
  async function call<T>(name: string, input: object): Promise<T> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${address}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'en' },
        body: JSON.stringify({ ...input, Token: apiKey }),
        signal: AbortSignal.timeout(30_000),
      }).catch((error: unknown) => (tries < 5 ? null : Promise.reject(error)))
      if (response?.ok) return (await response.json()) as T
      if (response && response.status < 500 && response.status !== 429)
        throw new Error(`${name}: HTTP ${response.status} ${await response.text()}`)
      if (tries >= 5) throw new Error(`${name}: HTTP ${response?.status ?? 0}`)
      await new Promise((go) => setTimeout(go, 200 * 2 ** tries))
    }
  }

  return {
    async approvedLines(from, to) {
      const lines: Line[] = []
      for (let page = 1; ; page++) {
        const { rows, total } = await call<{ rows: { orderCode: string }[]; total: number }>(
          'OrderManagement/GetPendingOrders',
          { page, pageSize: 200, sort: [], filters: {}, search: '', from, to },
        )
        for (const { orderCode } of rows) {
          const order = await call<{ lines: OrderLine[] }>('OrderManagement/GetOrder', { orderCode })
          for (const { lineCode, state, poQuantity, completedQuantity, packUnit } of order.lines)
            if (state === 'Approved' && poQuantity > completedQuantity)
              lines.push({ lineCode, rest: poQuantity - completedQuantity, packUnit })
        }
        if (rows.length === 0 || page * 200 >= total) return lines
      }
    },
    async deliver(issues) {
      const { rows } = await call<{ rows: { key: string; action: string; issues: { message: string }[] }[] }>(
        'OrderManagement/DeliverGoodsIssues',
        { rows: issues },
      )
      return rows.map(({ key, action, issues: said }) => ({ key, action, message: said[0]?.message ?? null }))
    },
  }
}

type OrderLine = {
  lineCode: string
  state: string
  poQuantity: number
  completedQuantity: number
  packUnit: number
}

const titles = ['Code', 'Order line', 'Quantity issued', 'Issued on', 'Delivery note', 'Closes the line']

/** Writes each delivery as a CSV file, which appears in the folder complete or not at all. */
export function openDropFolder(folder: string): Deliver {
  let files = 0
  return async (issues) => {
    await mkdir(folder, { recursive: true })
    const name = `goods-${Date.now()}-${++files}.csv`
    const rows = issues.map((issue) => [
      issue.code,
      issue.orderLine,
      issue.issuedQuantity,
      issue.issuedOn,
      issue.deliveryNote,
      issue.closesLine ? 'Yes' : 'No',
    ])
    const text = [titles, ...rows].map((row) => `${row.join(';')}\n`).join('')
    await writeFile(join(folder, `.${name}`), text)
    await rename(join(folder, `.${name}`), join(folder, name))
    return []
  }
}
