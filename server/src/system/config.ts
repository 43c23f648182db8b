import { resolve } from 'node:path'
import { z } from 'zod'

// The operator's settings of the system diagnosis: where backups are kept, and how old the newest may be (DIA-001).

declare module '../kit/config.ts' {
  interface Config {
    /** Null: the portal knows of no backups. */
    backups: { folder: string; hours: number } | null
  }
}

export const systemEnvironment = {
  BACKUP_FOLDER: z.string().min(1).optional(),
  BACKUP_HOURS: z.coerce
    .number({ error: 'BACKUP_HOURS must be a number of hours, such as 26' })
    .int()
    .min(1)
    .max(8_760)
    .default(26),
}

export const systemConfig = (env: z.infer<z.ZodObject<typeof systemEnvironment>>) => ({
  backups:
    env.BACKUP_FOLDER === undefined ? null : { folder: resolve(env.BACKUP_FOLDER), hours: env.BACKUP_HOURS },
})
