import { z } from 'zod'

// The operator's settings of the advisor services: where the ERP takes transfers of work orders (WRK-002).

declare module '../kit/config.ts' {
  interface Config {
    /** Null: work orders wait until an ERP is connected. */
    erp: { url: string; key: string } | null
  }
}

export const servicesEnvironment = {
  ERP_URL: z
    .url({
      protocol: /^https?$/,
      error: 'ERP_URL must look like https://erp.example/kervan, or be left out',
    })
    .optional(),
  ERP_KEY: z.string().min(8, { error: 'ERP_KEY must have at least 8 characters' }).optional(),
}

export const servicesConfig = (env: z.infer<z.ZodObject<typeof servicesEnvironment>>) => ({
  erp:
    env.ERP_URL === undefined || env.ERP_KEY === undefined
      ? null
      : { url: env.ERP_URL.replace(/\/$/, ''), key: env.ERP_KEY },
})
