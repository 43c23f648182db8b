import { z } from 'zod'

// The operator's settings of the fuel price module: where quotes and rates are fetched (LMA-002).

declare module '../kit/config.ts' {
  interface Config {
    /** Null: nothing is fetched; files come by folder and by upload. */
    fuelSources: { url: string; key: string } | null
  }
}

export const lmaEnvironment = {
  FUEL_SOURCES_URL: z
    .url({
      protocol: /^https?$/,
      error: 'FUEL_SOURCES_URL must look like https://quotes.example, or be left out',
    })
    .optional(),
  FUEL_SOURCES_KEY: z
    .string()
    .min(8, { error: 'FUEL_SOURCES_KEY must have at least 8 characters' })
    .optional(),
}

export const lmaConfig = (env: z.infer<z.ZodObject<typeof lmaEnvironment>>) => ({
  fuelSources:
    env.FUEL_SOURCES_URL === undefined || env.FUEL_SOURCES_KEY === undefined
      ? null
      : { url: env.FUEL_SOURCES_URL.replace(/\/$/, ''), key: env.FUEL_SOURCES_KEY },
})
