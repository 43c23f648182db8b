import { spawn } from 'node:child_process'
import { existing } from '@kervan/contract/kit/typed'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { foldUsername } from '@kervan/contract/access/username'
import { openDatabase } from '../../kit/database/db.ts'
import { companies } from '../../demo/companies.ts'

/** The company of the demo that people can sign in to through "Microsoft": the OpenID provider of this machine. */
const company = companies.find((one) => one.trade === 'fashion')

type Demo = { tenant: string; client: string; people: { objectId: string; email: string }[] }

/**
 * Starts the OpenID provider beside the demo and tells the company where it is; each start has a port of its own. It
 * ends with this process. People are linked as an administrator would have done it, but for the last, who is a stranger.
 */
export async function startDemoEntra(ownerUrl: string): Promise<{ url: string; stop: () => void } | null> {
  if (!company) return null
  const simulator = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../simulators/openid/main.ts', import.meta.url))],
    { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const [line] = await once(existing(simulator.stdout), 'data')
  const url = String(line).trim()
  const { tenant, client, people }: Demo = JSON.parse(await (await fetch(`${url}/admin/demo`)).text())
  const setting = {
    tenant_id: tenant,
    client_id: client,
    authority: `${url}/${tenant}/v2.0`,
    keys_url: `${url}/${tenant}/discovery/v2.0/keys`,
  }
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    await db.withCompany(company.id, async (tx) => {
      await tx
        .insertInto('entra_setting')
        .values({ company_id: company.id, ...setting })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(setting))
        .execute()
      for (const person of people) {
        const identity = await tx
          .selectFrom('identity')
          .select('id')
          .where('username_folded', '=', foldUsername(person.email))
          .executeTakeFirst()
        if (identity)
          await tx
            .insertInto('entra_link')
            .values({ tenant_id: tenant, object_id: person.objectId, identity_id: identity.id })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
      }
    })
  } finally {
    await db.close()
  }
  return { url, stop: () => void simulator.kill() }
}
