import { z } from 'zod'

// The operator's settings of the knowledge base: an endpoint that puts answers of the helper into other words (KNB-002).

declare module '../kit/config.ts' {
  interface Config {
    /** Null: the helper answers in the words of the articles. */
    helper: { url: string; key: string | null; model: string } | null
  }
}

export const knowledgeEnvironment = {
  HELPER_URL: z
    .url({
      protocol: /^https?$/,
      error: 'HELPER_URL must look like https://models.example/v1, or be left out',
    })
    .optional(),
  HELPER_KEY: z.string().min(8, { error: 'HELPER_KEY must have at least 8 characters' }).optional(),
  HELPER_MODEL: z.string().min(1).max(100).default('default'),
}

export const knowledgeConfig = (env: z.infer<z.ZodObject<typeof knowledgeEnvironment>>) => ({
  helper:
    env.HELPER_URL === undefined
      ? null
      : { url: env.HELPER_URL.replace(/\/$/, ''), key: env.HELPER_KEY ?? null, model: env.HELPER_MODEL },
})
