import { z } from 'zod'

declare module '../kit/config.ts' {
  interface Config {
    /** The hosts that answers of EDI messages may be posted to (ORD-023): the operator's to say, never a company's. */
    ediHosts: readonly string[]
  }
}

export const companyEnvironment = {
  EDI_HOSTS: z
    .string()
    .regex(/^[\w.:-]+(,[\w.:-]+)*$/, {
      error:
        'EDI_HOSTS must look like edi.example.com,partner.example.org:8443, or be left out: then no answer is posted',
    })
    .optional(),
}

export const companyConfig = (env: z.infer<z.ZodObject<typeof companyEnvironment>>) => ({
  ediHosts: env.EDI_HOSTS?.toLowerCase().split(',') ?? [],
})
