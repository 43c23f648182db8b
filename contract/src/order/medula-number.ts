import { z } from 'zod'

/** The number of a transaction at the health-insurance service, its islemNo (ORD-015). */
export const MedulaTransactionNo = z.string().regex(/^[A-Za-z0-9/-]{1,30}$/, 'kit.issue.medulaTransactionNo')
