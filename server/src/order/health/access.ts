import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { MedulaAccess } from './soap.ts'

// A company's own name and password at the service; the password is sealed with the installation's secret.

const purpose = 'medula'

/** To be kept as `medula_password`; it is read for this company only. */
export const sealMedulaPassword = (
  { secrets }: Pick<Services, 'secrets'>,
  companyId: number,
  password: string,
): Buffer => secrets.seal(purpose, String(companyId), password)

/** Null where the company has switched it off or has not said how to sign in. */
export async function readMedulaAccess(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  companyId: number,
): Promise<MedulaAccess | null> {
  const row = await tx
    .selectFrom('order_policy')
    .select(['medula_active', 'medula_user', 'medula_password'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row?.medula_active || row.medula_user === null || row.medula_password === null) return null
  return {
    username: row.medula_user,
    password: secrets.open(purpose, String(companyId), row.medula_password),
  }
}
