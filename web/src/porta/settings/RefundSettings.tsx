import { getPortaPolicy, updatePortaPolicy, type PortaPolicyView } from '@kervan/contract/porta/policy'
import { kigoPayments, kigoPeriods } from '@kervan/contract/porta/kigo'
import { recordOf } from '@kervan/contract/kit/typed'
import { penaltyRuleNames } from '@kervan/contract/porta/penalties'
import { codesAtOnce, imagesAtOnce } from '@kervan/contract/porta/words'
import { IconAlertTriangle } from '@tabler/icons-react'
import { z } from 'zod'
import { DateField } from '../../kit/form/DateField.tsx'
import { DecimalField } from '../../kit/form/DecimalField.tsx'
import { NumberField, SelectField, SwitchField } from '../../kit/form/fields.tsx'
import { SettingsPart } from '../../kit/form/SettingsPart.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './settings.module.css'

const percent = z.string().regex(/^\d{1,2}(\.\d{1,2})?$/, 'porta.settings.percentWrong')
const Values = z.object({
  imageFlowOff: z.boolean(),
  itsFlowOff: z.boolean(),
  portaMateFlowOff: z.boolean(),
  maximumCodes: z.int().min(1).max(codesAtOnce.most),
  maximumImages: z.int().min(1).max(imagesAtOnce.most),
  archiveDate: z.iso.date().nullable(),
  saleDays: z.int().min(1).max(366),
  archiveDays: z.int().min(0).max(3_650),
  sameWarehouse: z.boolean(),
  handSaleForPrice: z.boolean(),
  taxRate: percent,
  kigoPeriod: z.enum(kigoPeriods),
  kigoPayment: z.enum(kigoPayments),
  serviceRate: percent,
  weights: z.object(recordOf(penaltyRuleNames, () => z.int().min(0).max(100))),
  itsPausedFrom: z.iso.date().nullable(),
  itsPausedTo: z.iso.date().nullable(),
  itsUserName: z.string().trim().max(40),
  itsPassword: z.string().max(200).optional(),
})
type Values = z.infer<typeof Values>
const valuesOf = ({ version, hasItsPassword: _has, itsConnected: _is, ...values }: PortaPolicyView) => ({
  version,
  values: values as Values,
})

const fieldNames = [
  'imageFlowOff',
  'itsFlowOff',
  'portaMateFlowOff',
  'maximumCodes',
  'maximumImages',
  'archiveDate',
  'saleDays',
  'archiveDays',
  'sameWarehouse',
  'handSaleForPrice',
  'taxRate',
  'serviceRate',
  'kigoPeriod',
  'kigoPayment',
  'weights',
  'itsPausedFrom',
  'itsPausedTo',
  'itsUserName',
] as const

/** How the company takes refund requests: flows, limits, windows, tax, ITS (the tab KIGO and FDGO). */
export default function RefundSettings() {
  const { t } = useWords()
  return (
    <SettingsPart
      title={t('kind.refundPolicy.many')}
      read={getPortaPolicy}
      save={updatePortaPolicy}
      schema={Values}
      valuesOf={valuesOf}
      fields={fieldNames.map((name) => ({ name, label: t(`porta.settings.${name}`) }))}
      paths={{ ItsUserNameInvalid: 'itsUserName' }}
      sent={({ itsPassword, ...values }) => ({ ...values, ...(itsPassword && { itsPassword }) })}
      refreshes={['ProjectSetting', 'MyPromotionRequests']}
      saved={t('porta.settings.saved')}
      className={css.settings}
    >
      {(settings, disabled) => <Fields settings={settings} disabled={disabled} />}
    </SettingsPart>
  )
}

function Fields({ settings, disabled }: { settings: PortaPolicyView; disabled: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const label = (name: (typeof fieldNames)[number]) => t(`porta.settings.${name}`)
  return (
    <>
      <h3 className={css.title}>{t('porta.settings.flows')}</h3>
      {(['imageFlowOff', 'itsFlowOff', 'portaMateFlowOff'] as const).map((name) => (
        <SwitchField key={name} name={name} label={label(name)} disabled={disabled} />
      ))}
      <h3 className={css.title}>{t('porta.settings.limits')}</h3>
      <div className={css.pair}>
        <NumberField
          name="maximumCodes"
          label={label('maximumCodes')}
          hint={t('porta.settings.most', { most: format.number(codesAtOnce.most) })}
          disabled={disabled}
        />
        <NumberField
          name="maximumImages"
          label={label('maximumImages')}
          hint={t('porta.settings.most', { most: format.number(imagesAtOnce.most) })}
          disabled={disabled}
        />
        <NumberField
          name="saleDays"
          label={label('saleDays')}
          hint={t('porta.settings.saleDaysHint')}
          disabled={disabled}
        />
        <NumberField
          name="archiveDays"
          label={label('archiveDays')}
          hint={t('porta.settings.archiveDaysHint')}
          disabled={disabled}
        />
        <DateField
          name="archiveDate"
          label={label('archiveDate')}
          hint={t('porta.settings.archiveDateHint')}
          optional
          disabled={disabled}
        />
      </div>
      <h3 className={css.title}>{t('porta.settings.priceChange')}</h3>
      {(['sameWarehouse', 'handSaleForPrice'] as const).map((name) => (
        <SwitchField key={name} name={name} label={label(name)} disabled={disabled} />
      ))}
      <h3 className={css.title}>{t('porta.settings.amounts')}</h3>
      <div className={css.pair}>
        <DecimalField name="taxRate" label={label('taxRate')} disabled={disabled} />
        <DecimalField name="serviceRate" label={label('serviceRate')} disabled={disabled} />
        <SelectField
          name="kigoPeriod"
          label={label('kigoPeriod')}
          data={kigoPeriods.map((value) => ({ value, label: t(`state.kigoPeriod.${value}`) }))}
          disabled={disabled}
        />
        <SelectField
          name="kigoPayment"
          label={label('kigoPayment')}
          hint={t('porta.settings.kigoPaymentHint')}
          data={kigoPayments.map((value) => ({ value, label: t(`state.kigoPayment.${value}`) }))}
          disabled={disabled}
        />
      </div>
      <h3 className={css.title}>{t('porta.settings.weights')}</h3>
      <p className={css.sentence}>{t('porta.settings.weightsHint')}</p>
      <div className={css.pair}>
        {penaltyRuleNames.map((rule) => (
          <NumberField
            key={rule}
            name={`weights.${rule}`}
            label={t(`porta.settings.weight.${rule}`)}
            disabled={disabled}
          />
        ))}
      </div>
      <h3 className={css.title}>{t('porta.settings.its')}</h3>
      {!settings.itsConnected && (
        <p className={css.sentence}>
          <IconAlertTriangle size={16} aria-hidden />
          {t('porta.settings.notConnected')}
        </p>
      )}
      <div className={css.pair}>
        <TextField
          name="itsUserName"
          label={label('itsUserName')}
          hint={t('porta.settings.itsUserNameHint')}
          autoComplete="off"
          optional
          disabled={disabled}
        />
        <PasswordField
          name="itsPassword"
          label={t('porta.its.password')}
          {...(settings.hasItsPassword ? { hint: t('porta.settings.passwordKept') } : {})}
          autoComplete="new-password"
          optional
          disabled={disabled}
        />
        <DateField name="itsPausedFrom" label={label('itsPausedFrom')} optional disabled={disabled} />
        <DateField
          name="itsPausedTo"
          label={label('itsPausedTo')}
          hint={t('porta.settings.pausedHint')}
          optional
          disabled={disabled}
        />
      </div>
    </>
  )
}
