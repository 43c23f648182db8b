import { z } from 'zod'

// The operator's settings of refund requests: where the national drug-tracking system is (ITS-001).

declare module '../kit/config.ts' {
  interface Config {
    /** Null: nobody is asked. */
    its: ItsTarget | null
    /** Where warehouses take reports, with the key of each by its location code; null: nowhere. */
    warehouses: { url: string; keys: ReadonlyMap<string, string> } | null
  }
}

export type ItsTarget = {
  url: string
  /** Where stakeholders look at the movements of packs; null: movements are not read. */
  pagesUrl: string | null
  /** GLN of the institution that pays for prescriptions; null: not known. */
  payerGln: string | null
  /** Between two calls of a company. */
  spacingMs: number
  timeoutMs: number
  /** It is the simulator of the demo, which the pages say. */
  simulated: boolean
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Who may read what travels could sign in as the pharmacy, so it travels encrypted unless it stays on this machine. */
const address = (name: string, example: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must look like ${example}, or be left out` })
    .refine((text) => !URL.canParse(text) || isSafe(new URL(text)), {
      error: `${name} must begin with https: user names and passwords of pharmacies travel there`,
    })
    .optional()

const isSafe = ({ protocol, hostname }: URL) => protocol === 'https:' || loopback.has(hostname)

const milliseconds = (name: string, most: number) => {
  const error = `${name} must be a number of milliseconds up to ${most}`
  return z.coerce.number({ error }).int({ error }).min(0, { error }).max(most, { error })
}

export const portaEnvironment = {
  ITS_URL: address('ITS_URL', 'https://its2.saglik.gov.tr'),
  ITS_PAGES_URL: address('ITS_PAGES_URL', 'https://its.saglik.gov.tr'),
  ITS_SGK_GLN: z
    .string()
    .regex(/^\d{13}$/, { error: 'ITS_SGK_GLN must be the 13 digits of a GLN, or be left out' })
    .optional(),
  WAREHOUSES_URL: address('WAREHOUSES_URL', 'https://warehouses.example'),
  WAREHOUSES_KEYS: z
    .string()
    .regex(/^[^\s=;]+=[^\s;]+(?:;[^\s=;]+=[^\s;]+)*$/, {
      error:
        'WAREHOUSES_KEYS must name the key of each warehouse by its location code, 34-007=key;06-002=key',
    })
    .optional(),
  ITS_SPACING_MS: milliseconds('ITS_SPACING_MS', 60_000).default(1_000),
  ITS_TIMEOUT_MS: milliseconds('ITS_TIMEOUT_MS', 120_000).default(30_000),
}

export const portaConfig = (env: z.infer<z.ZodObject<typeof portaEnvironment>>) => ({
  its:
    env.ITS_URL === undefined
      ? null
      : {
          url: env.ITS_URL,
          pagesUrl: env.ITS_PAGES_URL ?? null,
          payerGln: env.ITS_SGK_GLN ?? null,
          spacingMs: env.ITS_SPACING_MS,
          timeoutMs: env.ITS_TIMEOUT_MS,
          simulated: false,
        },
  warehouses:
    env.WAREHOUSES_URL === undefined
      ? null
      : { url: env.WAREHOUSES_URL.replace(/\/$/, ''), keys: keysIn(env.WAREHOUSES_KEYS ?? '') },
})

const keysIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : []
    }),
  )
