import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { translate } from './messages.ts'
import type { MailOrder } from './outbox.ts'

export type CaughtMail = { id: string; at: string; to: string; subject: string; text: string }
export type Mailer = {
  send(id: string, mail: MailOrder): Promise<void>
  /** The mails kept here because no SMTP server is configured, newest first; null when mails really leave. */
  caught: (() => Promise<CaughtMail[]>) | null
}

/** Mail through SMTP_URL; without it mails are kept in the data folder and shown on a development page. */
export async function openMailer(config: Config): Promise<Mailer> {
  if (!config.smtpUrl) return openCatchAll(join(config.dataDir, 'mails'))
  const transport = createTransport(config.smtpUrl, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as object)
  return {
    async send(id, mail) {
      const { subject, text } = write(mail)
      await transport.sendMail({ from: config.mailFrom, to: mail.to, subject, text, messageId: `<${id}@kervan>` })
    },
    caught: null,
  }
}

async function openCatchAll(folder: string): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'caught.jsonl')
  return {
    async send(id, mail) {
      await appendFile(file, `${JSON.stringify({ id, at: new Date().toISOString(), to: mail.to, ...write(mail) } satisfies CaughtMail)}\n`)
    },
    async caught() {
      const text = await readFile(file, 'utf8').catch(() => '')
      const lines = text.split('\n').filter((line) => line !== '').slice(-200)
      return lines.map((line) => JSON.parse(line) as CaughtMail).toReversed()
    },
  }
}

/** Line breaks in a fact could forge headers of a mail, so a subject has none (D25). */
function write(mail: MailOrder): { subject: string; text: string } {
  return {
    subject: translate(mail.language, `mail.${mail.template}.subject`, mail.facts).replace(/[\r\n]+/g, ' '),
    text: translate(mail.language, `mail.${mail.template}.body`, mail.facts),
  }
}
