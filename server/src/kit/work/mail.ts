import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { mailPage } from './mail-page.ts'
import { inWords, translate } from '../messages.ts'
import { partsOf, type Parts } from '../parts.ts'
import type { MailOrder } from './outbox.ts'

type Written = { subject: string; text: string; html: string }
/** A file that goes with a mail. */
export type Attached = { name: string; type: string; body: Buffer }
/** `files` are the names and sizes of what went with it; mails of earlier versions say nothing of them. */
export type CaughtMail = Written & {
  id: string
  at: string
  to: string
  files?: { name: string; bytes: number }[]
}
export type Mailer = {
  send(id: string, mail: MailOrder, attached?: readonly Attached[]): Promise<void>
  /** The mails kept here because no SMTP server is configured, newest first; null when mails really leave. */
  caught: (() => Promise<CaughtMail[]>) | null
}

/** Mail through SMTP_URL; without it mails are kept in the data folder and shown on a development page. */
export async function openMailer(config: Config): Promise<Mailer> {
  if (!config.smtpUrl) return openCatchAll(join(config.dataDir, 'mails'), config.publicUrl)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(config.smtpUrl, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object)
  return {
    async send(id, mail, attached = []) {
      // Said to be written by a machine, so that nobody's out-of-office answers it.
      await transport.sendMail({
        from: config.mailFrom,
        to: mail.to,
        ...write(mail, config.publicUrl),
        attachments: attached.map(({ name, type, body }) => ({
          filename: name,
          contentType: type,
          content: body,
        })),
        messageId: `<${id}@kervan>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    caught: null,
  }
}

async function openCatchAll(folder: string, publicUrl: string | null): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'caught.jsonl')
  return {
    async send(id, mail, attached = []) {
      const caught: CaughtMail = {
        id,
        at: new Date().toISOString(),
        to: mail.to,
        ...write(mail, publicUrl),
        ...(attached.length > 0 && {
          files: attached.map(({ name, body }) => ({ name, bytes: body.length })),
        }),
      }
      await appendFile(file, `${JSON.stringify(caught)}\n`)
    },
    caught: async () => (await readCaught(folder)).slice(-200).toReversed(),
  }
}

/** Every mail kept in that folder, the oldest first. One that is just being written ends without a line break and waits. */
export async function readCaught(folder: string): Promise<CaughtMail[]> {
  const text = await readFile(join(folder, 'caught.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): CaughtMail => JSON.parse(line))
}

/** Line breaks in a fact could forge headers of a mail, so a subject has none (D25). */
export const subjectOf = ({
  language,
  template,
  facts,
}: Pick<MailOrder, 'language' | 'template' | 'facts'>): string =>
  translate(language, `mail.${template}.subject`, inWords(language, facts)).replace(/[\r\n]+/g, ' ')

/** A mail as text and as a page, with the same words. */
function write(
  { language, template, facts: given, path: own }: MailOrder,
  publicUrl: string | null,
): Written {
  const facts = inWords(language, given)
  const subject = subjectOf({ language, template, facts: given })
  const text = translate(language, `mail.${template}.body`, facts)
  // One of which no area says where it leads goes to the door.
  const { [template]: usual = '' } = Object.assign({}, ...partsOf('mails')) as Parts['mails']
  const path = own ?? usual
  const link =
    publicUrl === null || path === null
      ? undefined
      : { url: `${publicUrl}/${path}`, words: translate(language, 'mail.frame.open', facts) }
  const foot = translate(language, 'mail.frame.foot', facts)
  return {
    subject,
    text: [text.trimEnd(), ...(link ? [`${link.words}: ${link.url}`] : []), `-- \n${foot}\n`].join('\n\n'),
    html: mailPage({
      language,
      subject,
      text,
      secret: [facts['password'], facts['code']].find((secret) => typeof secret === 'string'),
      link,
      foot,
    }),
  }
}
