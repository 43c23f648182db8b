import type { Report } from '@kervan/contract/kit/report'
import { saveReportView, shareReportView, type SharedReportView } from '@kervan/contract/report/report-views'
import { reportPeriods, reportRhythms } from '@kervan/contract/report/view-words'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useCall } from '../call/useCall.ts'
import { MultiSelectField, NumberField, SelectField, SwitchField } from '../form/fields.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { TextField } from '../form/TextField.tsx'
import { useWords } from '../i18n/words.ts'
import type { ReportView } from './reportView.ts'

const never = 'Never'
const rhythms = [never, ...reportRhythms] as const
const schema = z.object({
  name: z.string().trim().min(1).max(80),
  period: z.enum(reportPeriods),
  rhythm: z.enum(rhythms),
  weekday: z.string(),
  monthDay: z.int().min(1).max(28),
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'report.views.timeFault'),
  roleIds: z.array(z.string()),
  mailsReaders: z.boolean(),
  isQuestion: z.boolean(),
})
type Values = z.infer<typeof schema>

type Props = {
  report: Report
  name: string
  view: ReportView
  /** The view that is changed; null for a new one. */
  kept: SharedReportView | null
  roles: readonly { id: string; name: string }[]
  onClose: () => void
}

/** What the screen shows, kept under a name, shared with roles and sent by the calendar. */
export function ViewDialog({ report, name, view, kept, roles, onClose }: Props) {
  const { t } = useWords()
  // The server offers roles to who may share.
  const mayShare = roles.length > 0
  const save = useCall(saveReportView, { refreshes: ['ReportView'] })
  const share = useCall(shareReportView, { refreshes: ['ReportView'] })
  const send = async (values: Values) => {
    const { rhythm } = values
    const saved = await save.attempt({
      viewId: kept?.id ?? null,
      version: kept?.version ?? null,
      report: name,
      name: values.name,
      question: kept && !values.isQuestion ? kept.question : view,
      period: report.months === null ? null : values.period,
      schedule:
        rhythm === never
          ? null
          : {
              rhythm,
              at: values.at,
              weekday: rhythm === 'Weekly' ? Number(values.weekday) : null,
              monthDay: rhythm === 'Monthly' ? values.monthDay : null,
            },
    })
    const isShared = values.roleIds.length > 0 || (kept?.roles.length ?? 0) > 0
    if (saved && mayShare && isShared)
      await share.attempt({ ...saved, roleIds: values.roleIds, mailsReaders: values.mailsReaders })
  }
  return (
    <FormDialog<Values>
      title={kept ? t('report.views.edit', { name: kept.name }) : t('report.views.add')}
      text={t('report.views.text')}
      action={t('report.views.save')}
      schema={schema}
      start={startOf(kept)}
      paths={{ ReportViewNameTaken: 'name' }}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField name="name" label={t('report.views.name')} />
      {report.months !== null && (
        <SelectField
          name="period"
          label={t('report.period')}
          data={reportPeriods.map((value) => ({ value, label: t(`report.periods.${value}`) }))}
        />
      )}
      {kept && <SwitchField name="isQuestion" label={t('report.views.withQuestion')} />}
      <SelectField
        name="rhythm"
        label={t('report.views.rhythm')}
        hint={t('report.views.rhythmHint')}
        data={rhythms.map((value) => ({ value, label: t(`report.rhythms.${value}`) }))}
      />
      <Times />
      {mayShare && (
        <>
          <MultiSelectField
            name="roleIds"
            label={t('report.views.roles')}
            hint={t('report.views.rolesHint')}
            optional
            data={roles.map(({ id, name: label }) => ({ value: id, label }))}
          />
          <SwitchField
            name="mailsReaders"
            label={t('report.views.mailsReaders')}
            hint={t('report.views.mailsReadersHint')}
          />
        </>
      )}
    </FormDialog>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** When it is sent, as far as the rhythm asks for it. */
function Times() {
  const { t } = useWords()
  const rhythm: Values['rhythm'] = useWatch({ name: 'rhythm' })
  if (rhythm === never) return null
  return (
    <>
      {rhythm === 'Weekly' && (
        <SelectField
          name="weekday"
          label={t('report.views.weekday')}
          data={weekdays.map((day) => ({ value: String(day), label: t(`report.weekdays.${day}`) }))}
        />
      )}
      {rhythm === 'Monthly' && (
        <NumberField name="monthDay" label={t('report.views.monthDay')} min={1} max={28} />
      )}
      <TextField name="at" label={t('report.views.at')} hint={t('report.views.atHint')} />
    </>
  )
}

const startOf = (kept: SharedReportView | null): Values => ({
  name: kept?.name ?? '',
  period: kept?.period ?? 'LastMonth',
  rhythm: kept?.schedule?.rhythm ?? never,
  weekday: String(kept?.schedule?.weekday ?? 1),
  monthDay: kept?.schedule?.monthDay ?? 1,
  at: kept?.schedule?.at ?? '07:00',
  roleIds: kept?.roles.map(({ id }) => id) ?? [],
  mailsReaders: kept?.mailsReaders ?? false,
  isQuestion: kept === null,
})
