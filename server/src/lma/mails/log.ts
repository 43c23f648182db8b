import { fuelMailLog } from '@kervan/contract/lma/expectations'
import { sql } from 'kysely'
import { serveList } from '../../kit/lists/serve-list.ts'
import { translate } from '../../kit/messages.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

/** What was sent to whom, and what could not be (LMA-007). */
export const fuelMailLogList = serveList(
  fuelMailLog,
  'fuelMails',
  ({ actor }) => ({
    from: sql`fuel_mail m`,
    where: [sql`m.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)],
    id: sql`m.id`,
    key: sql`m.id`,
    columns: {
      mailAt: sql`m.at`,
      fuelMail: sql`m.kind`,
      mailRecipient: sql`m.recipient`,
      mailState: sql`m.state`,
      mailHash: sql`m.hash`,
    },
    facts: { failed: sql<boolean>`m.state = 'Failed'` },
  }),
  ({ failed }, { language }) => ({ mailProblem: failed ? translate(language, 'refusal.MailNotSent') : null }),
)
