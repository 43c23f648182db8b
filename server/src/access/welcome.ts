import { invitationDays } from '@kervan/contract/access/words'
import { sql } from 'kysely'
import type { OutboxHandler } from '../kit/work/outbox.ts'
import { languageOf } from './change-username.ts'
import { issueTemporaryPassword } from './temporary-password.ts'

/**
 * Mails a new user the link under which they choose their password. The link holds a temporary password behind the `#`,
 * which no browser sends and no log keeps; opening the page uses nothing up, so a mail scanner that opens it takes nothing
 * away. Where the portal does not know its own address (`PUBLIC_URL`), the mail has the password itself. Does nothing for
 * who has a password by now or is no active user.
 */
export const mailWelcome: OutboxHandler<'welcome'> = async ({ db, config }, mailer, companyId, id, asked) => {
  const mail = await db.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{
      identity_id: string
      username: string
      name: string
      language: string
      company: string
    }>`
      select i.id as identity_id, i.username, i.first_name || ' ' || i.last_name as name, m.language, c.name as company
      from membership m join identity i on i.id = m.identity_id join company c on c.id = m.company_id
      where m.company_id = ${companyId} and m.id = ${asked.membershipId} and m.state = 'Active' and i.password_hash is null`.execute(
      tx,
    )
    const [member] = rows
    if (!member) return null
    const { temporaryPassword } = await issueTemporaryPassword(tx, {
      identityId: member.identity_id,
      companyId,
      origin: 'Invitation',
    })
    const { name, company, username } = member
    const facts = { name, company, by: asked.by, username, days: invitationDays }
    const secret = new URLSearchParams({ c: String(companyId), u: username, p: temporaryPassword })
    return {
      to: username,
      language: languageOf(member.language),
      ...(config.publicUrl === null
        ? { template: 'welcomePassword', facts: { ...facts, password: temporaryPassword } }
        : { template: 'welcome', facts, path: `welcome#${secret.toString()}` }),
    }
  })
  if (mail) await mailer.send(id, mail)
}
