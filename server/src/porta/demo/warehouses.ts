import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { companies } from '../../demo/companies.ts'
import { openDatabase } from '../../kit/database/db.ts'
import type { Config } from '../../kit/config.ts'

/** The company of the demo whose requests are reported. */
const company = companies.find((one) => one.trade === 'pharma')

/**
 * Starts the systems of the warehouses that pay pharmacies beside the demo, on a port of their own, each with a key that is
 * made anew at every start. They end with this process.
 */
export async function startDemoWarehouses(
  ownerUrl: string,
): Promise<{ target: NonNullable<Config['warehouses']>; stop: () => void } | null> {
  if (!company) return null
  const simulator = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../simulators/warehouse/main.ts', import.meta.url))],
    { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const [line] = await once(existing(simulator.stdout), 'data')
  const url = String(line).trim()
  const keys = new Map(
    (await payersOf(ownerUrl, company.id)).map((code) => [code, randomBytes(18).toString('base64url')]),
  )
  await fetch(`${url}/admin/seed`, {
    method: 'POST',
    body: JSON.stringify({ warehouses: [...keys].map(([code, key]) => ({ code, key })), seed: company.id }),
  })
  return { target: { url, keys }, stop: () => void simulator.kill() }
}

async function payersOf(ownerUrl: string, companyId: number): Promise<string[]> {
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    return await db.withCompany(companyId, async (tx) => {
      const { rows } = await sql<{ code: string }>`
        select distinct w.code from payment_location p join location w on w.company_id = p.company_id and w.id = p.warehouse_id
        where p.company_id = ${companyId} order by w.code`.execute(tx)
      return rows.map(({ code }) => code)
    })
  } finally {
    await db.close()
  }
}
