import type { ApplicationSetup } from '@kervan/contract/porta/applications'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { DateField } from '../../kit/form/DateField.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'

/** Where the packs were sold, who pays, and when they were sold: the same for one and for many (DSC-004). */
export const originShape = {
  pointOfSaleId: z.uuid('porta.new.pointOfSaleNeeded'),
  paymentLocationId: z.uuid('porta.new.paymentLocationNeeded'),
  declaredSaleDate: z.iso.date('porta.new.saleDateNeeded'),
}

/** What a form begins with: the only place, where there is one. */
export function originStart({ pointsOfSale }: ApplicationSetup) {
  const [only, another] = pointsOfSale
  const place = another ? undefined : only
  const [payer, other] = place?.paymentLocations ?? []
  return {
    pointOfSaleId: place?.id ?? '',
    paymentLocationId: other ? '' : (payer?.id ?? ''),
    declaredSaleDate: today(),
  }
}

/** Which refusals of the server belong to which of these fields. */
export const originPaths = {
  PromotionLocationNotAllowed: 'pointOfSaleId',
  PaymentLocationNotRelated: 'paymentLocationId',
  SaleDateInFuture: 'declaredSaleDate',
  SaleDateTooEarly: 'declaredSaleDate',
} as const

export function OriginFields({ setup }: { setup: ApplicationSetup }) {
  const { t, column } = useWords()
  const format = useFormats()
  const { setValue } = useFormContext()
  const pointOfSaleId: unknown = useWatch({ name: 'pointOfSaleId' })
  const place = setup.pointsOfSale.find(({ id }) => id === pointOfSaleId)
  const payers = place?.paymentLocations ?? []
  // A warehouse that does not pay the new point of sale is no choice any more; the only one is chosen by itself.
  const choosePayer = (id: string) => {
    const [only, another] = setup.pointsOfSale.find((one) => one.id === id)?.paymentLocations ?? []
    setValue('paymentLocationId', another ? '' : (only?.id ?? ''))
  }
  return (
    <>
      <SelectField
        name="pointOfSaleId"
        label={t('porta.pointOfSale')}
        placeholder={t('porta.new.choosePointOfSale')}
        data={setup.pointsOfSale.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
        searchable
        onChosen={choosePayer}
      />
      <SelectField
        name="paymentLocationId"
        label={column('paymentLocationName')}
        placeholder={t('porta.new.choosePaymentLocation')}
        data={payers.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
        disabled={payers.length === 0}
      />
      <DateField
        name="declaredSaleDate"
        label={column('declaredSaleDate')}
        hint={t(`porta.new.earliest.${setup.earliestBy}`, { date: format.date(setup.earliest) })}
        minDate={setup.earliest}
        maxDate={today()}
      />
    </>
  )
}
