import type { kigoPayments, kigoPeriods } from '@kervan/contract/porta/kigo'
import { penaltyRules, type PenaltyWeights } from '@kervan/contract/porta/penalties'
import type { ValidationFlow } from '@kervan/contract/porta/words'
import { codesAtOnce, imagesAtOnce } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { companySettings } from '../kit/records/settings.ts'

/** How a company takes refund requests, as far as its calls ask for it: see `policy.ts` for the screen. */
export type PortaSettings = {
  /** The ways to prove a pre-application that are open (DSC-008). */
  flows: readonly ValidationFlow[]
  maximumCodes: number
  maximumImages: number
  /** `yyyy-mm-dd`; applicants see nothing from before (DSC-015). */
  archiveDate: string | null
  /** A sale lies back so many days at most when it is applied for. */
  saleDays: number
  archiveDays: number
  /** Percent, on days for which company data have no terms. */
  taxRate: string
  serviceRate: string
  kigoPeriod: (typeof kigoPeriods)[number]
  kigoPayment: (typeof kigoPayments)[number]
  /** What the movements of packs are judged by (PCR-004). */
  sameWarehouse: boolean
  handSaleForPrice: boolean
  /** Points of the rules of the penalty scores (DSC-014). */
  weights: PenaltyWeights
  itsPausedFrom: string | null
  itsPausedTo: string | null
}

/** The usual points, and those that a company has set in their place. */
export const weightsOf = (own: unknown): PenaltyWeights => ({
  ...penaltyRules,
  ...(own as Partial<PenaltyWeights> | undefined),
})

export const portaSettings = companySettings<PortaSettings>(async (tx, companyId) => {
  const row = await tx
    .selectFrom('porta_policy')
    .select(['maximum_codes', 'maximum_images', 'sale_days', 'archive_days'])
    .select(['tax_rate', 'service_rate', 'kigo_period', 'kigo_payment', 'weights'])
    .select(['same_warehouse', 'hand_sale_for_price'])
    .select([
      sql<string | null>`archive_date::text`.as('archive_date'),
      sql<string | null>`its_paused_from::text`.as('its_paused_from'),
      sql<string | null>`its_paused_to::text`.as('its_paused_to'),
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const off = await flowsOff(tx, companyId)
  return {
    flows: (['ValidateFromImage', 'ValidateFromITS', 'ValidateFromITSViaPortaMate'] as const).filter(
      (flow) => !off[flow],
    ),
    maximumCodes: row?.maximum_codes ?? codesAtOnce.start,
    maximumImages: row?.maximum_images ?? imagesAtOnce.start,
    archiveDate: row?.archive_date ?? null,
    saleDays: row?.sale_days ?? 90,
    archiveDays: row?.archive_days ?? 365,
    taxRate: row?.tax_rate ?? '10.00',
    serviceRate: row?.service_rate ?? '2.00',
    ...kigoReading(row),
    sameWarehouse: row?.same_warehouse ?? false,
    handSaleForPrice: row?.hand_sale_for_price ?? false,
    weights: weightsOf(row?.weights),
    itsPausedFrom: row?.its_paused_from ?? null,
    itsPausedTo: row?.its_paused_to ?? null,
  }
})

/** The company's options that switch a flow off and take its tutorials away (DSC-008, `mediaSwitches`). */
export async function flowsOff(tx: Tx, companyId: number): Promise<Record<ValidationFlow, boolean>> {
  const options = await tx
    .selectFrom('company_policy')
    .select(['disable_validate_from_image', 'disable_its_validation', 'disable_porta_mate_validation'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    ValidateFromImage: options.disable_validate_from_image,
    ValidateFromITS: options.disable_its_validation,
    ValidateFromITSViaPortaMate: options.disable_porta_mate_validation,
  }
}

/** The last day on which ITS is not asked, where today lies between the days that the company has given; null otherwise. */
export function itsPausedUntil(
  { itsPausedFrom: from, itsPausedTo: to }: Pick<PortaSettings, 'itsPausedFrom' | 'itsPausedTo'>,
  today: string,
): string | null {
  return from !== null && to !== null && from <= today && today <= to ? to : null
}

/** How the company dates and pays earnings, as `porta_policy` keeps it. */
export const kigoReading = (
  row: { kigo_period: string; kigo_payment: string } | undefined,
): Pick<PortaSettings, 'kigoPeriod' | 'kigoPayment'> => ({
  kigoPeriod: row?.kigo_period === 'ApplicationDate' ? 'ApplicationDate' : 'SaleDate',
  kigoPayment: row?.kigo_payment === 'SellOutMinusSellIn' ? 'SellOutMinusSellIn' : 'SellOut',
})
