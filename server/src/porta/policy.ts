import { getPortaPolicy, updatePortaPolicy, type PortaPolicyView } from '@kervan/contract/porta/policy'
import { isGln } from '@kervan/contract/kit/gs1/check-digits'
import { refusal } from '@kervan/contract/kit/refusals'
import { penaltyRuleNames, type PenaltyRule, type PenaltyWeights } from '@kervan/contract/porta/penalties'
import { codesAtOnce, imagesAtOnce } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { Actor, SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { record } from '../kit/records/audit.ts'
import { changedMeanwhile } from '../kit/records/changed-meanwhile.ts'
import { flowsOff, kigoReading, weightsOf } from './settings.ts'

// How a company takes refund requests: the tab KIGO and FDGO of service settings. The password of its own ITS user is
// sealed with the installation's secret and told to nobody.

const purpose = 'its'
const flowFields = ['imageFlowOff', 'itsFlowOff', 'portaMateFlowOff'] as const
/** The settings have no record of their own; the audit log knows them by an id that follows from the company. */
const policyId = ({ company }: Pick<Actor, 'company'>): string =>
  `00000000-0000-8000-8001-${String(company.id).padStart(12, '0')}`

export const getPortaPolicyHandler = handle(getPortaPolicy, (context) => present(context))

export const updatePortaPolicyHandler = handle(updatePortaPolicy, async (context) => {
  const { tx, actor, now, input, services } = context
  assertWholeCompany(context)
  const { id } = actor.company
  const { version, itsPassword, ...changes } = input
  const name = changes.itsUserName?.trim()
  if (name !== undefined && name !== '' && !isItsUserName(name)) throw refusal('ItsUserNameInvalid')
  await sql`insert into porta_policy (company_id) values (${id}) on conflict do nothing`.execute(tx)
  await sql`select from porta_policy where company_id = ${id} for update`.execute(tx)
  const before = await present(context)
  if (before.version !== version) throw await changedMeanwhile(context, 'portaPolicy', policyId(actor))
  const after = { ...before, ...said(changes) }
  await tx
    .updateTable('porta_policy')
    .set({
      version: version + 1,
      maximum_codes: after.maximumCodes,
      maximum_images: after.maximumImages,
      archive_date: after.archiveDate,
      sale_days: after.saleDays,
      tax_rate: after.taxRate,
      service_rate: after.serviceRate,
      kigo_period: after.kigoPeriod,
      kigo_payment: after.kigoPayment,
      same_warehouse: after.sameWarehouse,
      hand_sale_for_price: after.handSaleForPrice,
      archive_days: after.archiveDays,
      weights: JSON.stringify(after.weights),
      its_paused_from: after.itsPausedFrom,
      its_paused_to: after.itsPausedTo,
      its_user_name: after.itsUserName.trim() || null,
      ...(itsPassword !== undefined && {
        its_password: services.secrets.seal(purpose, String(id), itsPassword),
      }),
    })
    .where('company_id', '=', id)
    .execute()
  if (flowFields.some((name) => after[name] !== before[name]))
    await tx
      .updateTable('company_policy')
      .set((set) => ({
        disable_validate_from_image: after.imageFlowOff,
        disable_its_validation: after.itsFlowOff,
        disable_porta_mate_validation: after.portaMateFlowOff,
        version: set('version', '+', 1),
      }))
      .where('company_id', '=', id)
      .execute()
  const reweighed = penaltyRuleNames.filter((rule) => before.weights[rule] !== after.weights[rule])
  const judgedAnew =
    before.sameWarehouse !== after.sameWarehouse || before.handSaleForPrice !== after.handSaleForPrice
  if (reweighed.length > 0 || judgedAnew)
    await services.jobs.send(tx, 'penaltyRescoring', { companyId: id, after: null })
  const { weights: _all, ...plain } = changes
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'porta.policyChanged',
        recordType: 'portaPolicy',
        recordId: policyId(actor),
        before: { ...pick(before, plain), ...sayWeights(before.weights, reweighed) },
        after: {
          ...plain,
          ...sayWeights(after.weights, reweighed),
          ...(itsPassword !== undefined && { passwordChanged: true }),
        },
      },
    ],
  })
  return present(context)
})

/** What a request names; what it leaves out stays as it is. */
const said = <T extends object>(named: T) =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

/** The rules whose points were changed, with their points. */
const sayWeights = (weights: PenaltyWeights, rules: readonly PenaltyRule[]) =>
  rules.length > 0 && { weights: rules.map((rule) => `${rule} ${weights[rule]}`).join(', ') }

const pick = (before: PortaPolicyView, changes: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(before).filter(([name]) => name in changes))

/** The GLN of a place and a suffix of four digits; 0000 is its administrator (domain/pharma 1.1). */
export const isItsUserName = (name: string): boolean => /^\d{17}$/.test(name) && isGln(name.slice(0, 13))

/** The company's own way into ITS, with which its staff and the nightly inquiry ask; null where it has given none. */
export async function companyItsAccess(
  { tx, services }: Pick<SessionContext, 'tx' | 'services'>,
  companyId: number,
): Promise<{ userName: string; password: string } | null> {
  const row = await tx
    .selectFrom('porta_policy')
    .select(['its_user_name', 'its_password'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row?.its_user_name || !row.its_password) return null
  return {
    userName: row.its_user_name,
    password: services.secrets.open(purpose, String(companyId), row.its_password),
  }
}

async function present({
  tx,
  actor,
  services,
}: Pick<SessionContext, 'tx' | 'actor' | 'services'>): Promise<PortaPolicyView> {
  const row = await tx
    .selectFrom('porta_policy')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .executeTakeFirst()
  const off = await flowsOff(tx, actor.company.id)
  return {
    version: row?.version ?? 1,
    imageFlowOff: off.ValidateFromImage,
    itsFlowOff: off.ValidateFromITS,
    portaMateFlowOff: off.ValidateFromITSViaPortaMate,
    maximumCodes: row?.maximum_codes ?? codesAtOnce.start,
    maximumImages: row?.maximum_images ?? imagesAtOnce.start,
    archiveDate: row?.archive_date ?? null,
    saleDays: row?.sale_days ?? 90,
    taxRate: row?.tax_rate ?? '10.00',
    serviceRate: row?.service_rate ?? '2.00',
    ...kigoReading(row),
    sameWarehouse: row?.same_warehouse ?? false,
    handSaleForPrice: row?.hand_sale_for_price ?? false,
    archiveDays: row?.archive_days ?? 365,
    weights: weightsOf(row?.weights),
    itsPausedFrom: row?.its_paused_from ?? null,
    itsPausedTo: row?.its_paused_to ?? null,
    itsUserName: row?.its_user_name ?? '',
    hasItsPassword: row?.its_password != null,
    itsConnected: (services.config.its ?? null) !== null,
  }
}
