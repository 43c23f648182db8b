import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigProblem } from '../kit/config.ts'

// The operator's settings of ordering: where the national health-insurance service is, and how it is spoken to (ORD-015).

declare module '../kit/config.ts' {
  interface Config {
    /** Null: nobody is notified. Each company has its own credentials. */
    medula: MedulaTarget | null
    /** Where the ERP takes returns that have come in and answers with credit notes; null: nowhere. */
    creditNotes: { url: string; key: string } | null
  }
}

export type MedulaTarget = {
  url: string
  /** SOAP action. */
  action: string
  /** The envelope, with `{{islemNo}}` where a field belongs; null is the portal's own. */
  template: string | null
  /** Where in the answer result, message and number stand: names from the root, without prefixes, by dots; null as in the portal's own. */
  paths: { code: string; message: string; id: string } | null
  /** Results that are a success. */
  successCodes: readonly string[]
  /** basic: HTTP Basic; envelope: only where the template says `{{kullanici}}` and `{{sifre}}`. */
  auth: 'basic' | 'envelope'
  timeoutMs: number
}

export const orderEnvironment = {
  MEDULA_URL: z
    .url({
      protocol: /^https?$/,
      error:
        'MEDULA_URL must look like https://medeczane.sgk.gov.tr/medula/eczane/siparisBildirimWS, or be left out: then nobody is notified',
    })
    .optional(),
  MEDULA_ACTION: z.string().default('siparisBildir'),
  MEDULA_TEMPLATE: z.string().optional(),
  MEDULA_RESULT: z
    .string()
    .regex(/^[\w.-]+(;[\w.-]+){2}$/, {
      error:
        'MEDULA_RESULT must name where result, message and number stand in the answer, each a path by dots, with semicolons between them',
    })
    .optional(),
  MEDULA_SUCCESS: z.string().default('0000'),
  MEDULA_AUTH: z
    .enum(['basic', 'envelope'], { error: 'MEDULA_AUTH must be basic or envelope' })
    .default('basic'),
  RETURNS_URL: z
    .url({ protocol: /^https?$/, error: 'RETURNS_URL must look like https://erp.example, or be left out' })
    .optional(),
  RETURNS_KEY: z.string().optional(),
  MEDULA_TIMEOUT_MS: z.coerce
    .number({ error: 'MEDULA_TIMEOUT_MS must be a number of milliseconds up to 30000' })
    .int()
    .min(100)
    .max(30_000, { error: 'MEDULA_TIMEOUT_MS must be a number of milliseconds up to 30000' })
    .default(15_000),
}

export const orderConfig = (env: Environment) => ({
  medula: medulaOf(env),
  creditNotes:
    env.RETURNS_URL === undefined
      ? null
      : { url: env.RETURNS_URL.replace(/\/$/, ''), key: env.RETURNS_KEY ?? '' },
})

type Environment = z.infer<z.ZodObject<typeof orderEnvironment>>

function medulaOf(env: Environment): MedulaTarget | null {
  if (env.MEDULA_URL === undefined) return null
  const [code, message, id] = env.MEDULA_RESULT?.split(';') ?? []
  return {
    url: env.MEDULA_URL,
    action: env.MEDULA_ACTION,
    template: env.MEDULA_TEMPLATE === undefined ? null : templateIn(env.MEDULA_TEMPLATE),
    paths: code && message && id ? { code, message, id } : null,
    successCodes: env.MEDULA_SUCCESS.split(',').map((one) => one.trim()),
    auth: env.MEDULA_AUTH,
    timeoutMs: env.MEDULA_TIMEOUT_MS,
  }
}

function templateIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigProblem(`MEDULA_TEMPLATE: the file ${file} cannot be read; it holds the SOAP envelope`)
  }
}
