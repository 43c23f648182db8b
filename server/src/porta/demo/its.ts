import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { openDatabase } from '../../kit/database/db.ts'
import { demoPassword } from '../../demo/accounts.ts'
import { glnOf } from '../../demo/check-digits.ts'
import { companies } from '../../demo/companies.ts'
import type { ItsTarget } from '../config.ts'
import { demoPacks } from './packs.ts'

/** The company of the demo whose packs the drug-tracking system knows: the system of this machine. */
const company = companies.find((one) => one.trade === 'pharma')

/**
 * Starts the drug-tracking system beside the demo, on a port of its own, with the places of the company as stakeholders and
 * some packs of each pharmacy. A pharmacy signs in there with its GLN, four zeros and the password of the demo. It ends
 * with this process.
 */
export async function startDemoIts(
  ownerUrl: string,
): Promise<{ target: ItsTarget; stop: () => void } | null> {
  if (!company) return null
  const simulator = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../simulators/its/main.ts', import.meta.url))],
    { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const [line] = await once(existing(simulator.stdout), 'data')
  const url = String(line).trim()
  const answer = await fetch(`${url}/admin/seed`, {
    method: 'POST',
    body: JSON.stringify(await whatItKnows(ownerUrl, company.id)),
  })
  const { payer }: { payer: string } = JSON.parse(await answer.text())
  return {
    target: { url, pagesUrl: url, payerGln: payer, spacingMs: 200, timeoutMs: 10_000, simulated: true },
    stop: () => void simulator.kill(),
  }
}

const kinds: Readonly<Record<string, string>> = { Pharmacies: 'pharmacy', Hospitals: 'hospital' }

async function whatItKnows(ownerUrl: string, companyId: number) {
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    return await db.withCompany(companyId, async (tx) => {
      const { rows: places } = await sql<{ gln: string; name: string; city: string; group: string | null }>`
        select gln, name, city, location_group as "group" from location
        where company_id = ${companyId} and gln is not null order by code`.execute(tx)
      const { rows: variants } = await sql<{ gtin: string }>`
        select gtin from product_variant where company_id = ${companyId} and gtin is not null and status = 'Active' order by gtin`.execute(
        tx,
      )
      const maker = glnOf(companyId, 0)
      const gtins = variants.map(({ gtin }) => gtin.padStart(14, '0'))
      const pharmacies = places.flatMap(({ gln, group }) => (group === 'Pharmacies' ? [gln] : []))
      return {
        gtins,
        stakeholders: [
          { gln: maker, kind: 'manufacturer', name: existing(company).name, city: 'İstanbul', active: true },
          ...places.map(({ gln, name, city, group }) => ({
            gln,
            kind: kinds[group ?? ''] ?? 'wholesaler',
            name,
            city,
            active: true,
          })),
        ],
        users: Object.fromEntries(
          [maker, ...places.map(({ gln }) => gln)].map((gln) => [`${gln}0000`, demoPassword]),
        ),
        packs: demoPacks(pharmacies, gtins).map((pack) => ({ ...pack, maker })),
      }
    })
  } finally {
    await db.close()
  }
}
