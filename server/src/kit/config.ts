import { resolve } from 'node:path'
import { z } from 'zod'
import { AnalyticsTarget } from '@kervan/contract/access/sign-in-page'
import type { MailsKept } from '@kervan/contract/access/words'

// The environment, read once. A wrong setting stops the start with a sentence that says how to mend it.

const port = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a number between 0 and 65535` })
    .int()
    .min(0)
    .max(65_535, { error: `${name} must be a number between 0 and 65535` })

const Environment = z.object({
  PORT: port('PORT').default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], {
      error: 'NODE_ENV must be development, production or test',
    })
    .default('development'),
  PORTAL_DATA_DIR: z
    .string()
    .min(1, { error: 'PORTAL_DATA_DIR must name a folder, or be left out for ./data' })
    .default('data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error:
        'DATABASE_URL must look like postgres://user:password@host:5432/database, or be left out for the embedded PostgreSQL',
    })
    .optional(),
  DATABASE_APP_PASSWORD: z
    .string()
    .min(16, { error: 'DATABASE_APP_PASSWORD must have at least 16 characters' })
    .optional(),
  INSTALLATION_SECRET: z
    .string()
    .min(32, {
      error:
        'INSTALLATION_SECRET must have at least 32 characters, or be left out for the one in the data folder',
    })
    .optional(),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'ROLE must be web, worker or all' }).default('all'),
  METRICS_PORT: port('METRICS_PORT').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'LOG_LEVEL must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error:
        'PUBLIC_URL must look like https://portal.example, where people open the portal; mails lead there',
    })
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error:
        'SMTP_URL must look like smtp://user:password@host:587, or be left out to see mails on a local page',
    })
    .optional(),
  MAIL_FROM: z.string().default('Kervan <no-reply@kervan.example>'),
  ENTRA_AUTHORITY: z
    .url({
      protocol: /^https?$/,
      error:
        'ENTRA_AUTHORITY must look like https://login.microsoftonline.us, or be left out for https://login.microsoftonline.com',
    })
    .default('https://login.microsoftonline.com'),
  ANALYTICS_URL: z
    .string()
    .transform((text, context) => readAnalytics(text) ?? (context.addIssue(analyticsHelp), z.NEVER))
    .optional(),
  FILES_URL: z
    .url({
      protocol: /^(file|s3)$/,
      error:
        'FILES_URL must look like s3://key:secret@endpoint/bucket?region=eu-1, or be left out to keep files in the data folder',
    })
    .optional(),
  DROP_S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error:
        'DROP_S3_ENDPOINT must look like https://s3.eu-central-1.amazonaws.com, or be left out: then no store is looked into for files',
    })
    .optional(),
  DROP_S3_BUCKET: z.string().min(1).optional(),
  DROP_S3_PREFIX: z.string().default(''),
  DROP_S3_REGION: z.string().min(1).default('us-east-1'),
  DROP_S3_ACCESS_KEY: z.string().min(1).optional(),
  DROP_S3_SECRET: z.string().min(1).optional(),
  TRUST_PROXY: z.enum(['true', 'false'], { error: 'TRUST_PROXY must be true or false' }).default('false'),
  DEMO: z.enum(['true', 'false'], { error: 'DEMO must be true or false' }).optional(),
  WEB_DIST: z.string().optional(),
  REQUEST_LIMITS: z.enum(['on', 'off'], { error: 'REQUEST_LIMITS must be on or off' }).default('on'),
})

const analyticsHelp =
  'ANALYTICS_URL must look like https://stats.example/page-views or matomo:https://matomo.example/?site=3, or be left out: then no page view leaves the browser'

function readAnalytics(text: string): AnalyticsTarget | null {
  const isMatomo = text.startsWith('matomo:')
  const address = isMatomo ? text.slice('matomo:'.length) : text
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const site = url.searchParams.get('site')
  const target = isMatomo
    ? { kind: 'matomo', url: url.origin + url.pathname.replace(/\/*$/, '/'), site }
    : { kind: 'endpoint', url: url.href }
  return /^https?:$/.test(url.protocol) ? (AnalyticsTarget.safeParse(target).data ?? null) : null
}

/** A store that speaks S3, into which other systems put files (DAT-002). */
export type DropStore = {
  endpoint: string
  bucket: string
  /** What the keys of all files begin with: nothing, or with a slash at its end. */
  prefix: string
  region: string
  accessKey: string
  secret: string
}

/** Settings of the operator that the kit reads. An area adds its own to `Config` in the `config.ts` of its folder. */
export type OwnConfig = {
  port: number
  host: string
  production: boolean
  dataDir: string
  databaseUrl: string | null
  databaseAppPassword: string | null
  installationSecret: string | null
  role: 'web' | 'worker' | 'all'
  metricsPort: number | null
  logLevel: string
  /** Where people open the portal, without a slash at the end; null where nobody has said it. Mails lead there. */
  publicUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  /** Where Microsoft accounts sign in: the operator's to say, never a company's, because the server asks it for keys. */
  entraAuthority: string
  filesUrl: string | null
  /** Looked into for files beside the drop folder; null: none is. */
  dropStore: DropStore | null
  /** Where browsers tell which pages are opened (SHL-017); null: nowhere. */
  analytics: AnalyticsTarget | null
  trustProxy: boolean
  demo: boolean
  webDist: string
  /** Says no early when the process cannot keep up; off where a slow machine is no reason to refuse. */
  requestLimits: boolean
}

function dropStoreOf(env: z.infer<typeof Environment>): DropStore | null {
  const { DROP_S3_ENDPOINT: endpoint, DROP_S3_BUCKET: bucket, DROP_S3_REGION: region } = env
  const { DROP_S3_ACCESS_KEY: accessKey, DROP_S3_SECRET: secret } = env
  if (endpoint === undefined) return null
  if (!bucket || !accessKey || !secret)
    throw new ConfigProblem(
      'DROP_S3_ENDPOINT: DROP_S3_BUCKET, DROP_S3_ACCESS_KEY and DROP_S3_SECRET are needed beside it',
    )
  const path = env.DROP_S3_PREFIX.replaceAll(/^\/+|\/+$/g, '')
  return { endpoint, bucket, prefix: path === '' ? '' : `${path}/`, region, accessKey, secret }
}

export interface Config extends OwnConfig {}

/** Thrown for a setting nobody can work with; its message is meant for whoever starts the server. */
export class ConfigProblem extends Error {}

/** Reads the kit's settings and those of areas, which `further` describes. Throws `ConfigProblem` for whatever is wrong. */
export function readEnvironment<S extends z.ZodRawShape>(
  environment: Record<string, string | undefined>,
  further: S,
): { config: OwnConfig; further: z.infer<z.ZodObject<S>> } {
  const own = Environment.safeParse(environment)
  const ofAreas = z.object(further).safeParse(environment)
  if (!own.success || !ofAreas.success) {
    const issues = [...(own.error?.issues ?? []), ...(ofAreas.error?.issues ?? [])]
    throw new ConfigProblem(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  return { config: configOf(own.data), further: ofAreas.data }
}

function configOf(env: z.infer<typeof Environment>): OwnConfig {
  const production = env.NODE_ENV === 'production'
  if (production && env.DEMO === 'true')
    throw new ConfigProblem(
      'DEMO: demo data is never loaded with NODE_ENV=production; leave one of the two out',
    )
  return {
    port: env.PORT,
    host: env.HOST,
    production,
    dataDir: resolve(env.PORTAL_DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseAppPassword: env.DATABASE_APP_PASSWORD ?? null,
    installationSecret: env.INSTALLATION_SECRET ?? null,
    role: env.ROLE,
    metricsPort: env.METRICS_PORT ?? null,
    logLevel: env.LOG_LEVEL,
    publicUrl:
      env.PUBLIC_URL?.replace(/\/+$/, '') ??
      (production || env.PORT === 0 ? null : `http://localhost:${env.PORT}`),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    entraAuthority: env.ENTRA_AUTHORITY.replace(/\/+$/, ''),
    filesUrl: env.FILES_URL ?? null,
    dropStore: dropStoreOf(env),
    analytics: env.ANALYTICS_URL ?? null,
    trustProxy: env.TRUST_PROXY === 'true',
    demo: !production && env.DEMO !== 'false',
    requestLimits: env.REQUEST_LIMITS === 'on',
    webDist: resolve(env.WEB_DIST ?? new URL('../../../web/dist', import.meta.url).pathname),
  }
}

/** Where mails are while none leaves the installation: on a page of the portal or, in production, in the data folder alone. */
export function mailsKept({ smtpUrl, production }: Pick<Config, 'smtpUrl' | 'production'>): MailsKept | null {
  return smtpUrl !== null ? null : production ? 'Kept' : 'Shown'
}

/** What the start says of mails; null where they leave. The demo says itself where it shows them. */
export function aboutMails(
  config: Pick<Config, 'smtpUrl' | 'production' | 'demo' | 'dataDir'>,
): string | null {
  const kept = mailsKept(config)
  if (kept === null || config.demo) return null
  const where = kept === 'Shown' ? 'shown at /dev/mails' : `kept in ${resolve(config.dataDir, 'mails')}`
  return `SMTP_URL is not set, so no mail leaves this portal. Mails are ${where}.`
}
