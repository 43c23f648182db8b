import type { Services } from '../kit/context.ts'

/** The GLN of the institution that pays for what pharmacies sell on prescription; null where the operator has not said it. */
export const payerGlnOf = ({ config }: Pick<Services, 'config'>): string | null =>
  config.its?.payerGln ?? null
