import { verifyPassword } from '../access/access.api.ts'
import { ConfigProblem } from '../kit/config.ts'
import { openDatabase } from '../kit/database/db.ts'
import { demoPassword } from './accounts.ts'

/** Accounts of the demo share one hash, so the passwords that most accounts have are the ones to look at. */
const mostPasswords = 20

/**
 * Everybody may read the demo's password, so nothing in production starts on data whose accounts still have it (ACC-011).
 * Throws `ConfigProblem` with what to do.
 */
export async function refuseDemoAccounts(ownerUrl: string): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    const hashes = await db.shared
      .selectFrom('identity')
      .select(({ fn }) => ['password_hash', fn.countAll<string>().as('accounts')])
      .where('username_folded', 'like', '%.example')
      .where('password_hash', 'is not', null)
      .groupBy('password_hash')
      .orderBy('accounts', 'desc')
      .limit(mostPasswords)
      .execute()
    for (const { password_hash: hash, accounts } of hashes)
      if (await verifyPassword(hash, demoPassword)) throw demoData(Number(accounts))
  } finally {
    await db.close()
  }
}

const demoData = (accounts: number) =>
  new ConfigProblem(
    `This database holds demo data: ${accounts} of its accounts have the printed demo password. With NODE_ENV=production nothing starts on it. Point DATABASE_URL, or PORTAL_DATA_DIR, to an installation of your own, or start this one without NODE_ENV=production.`,
  )
