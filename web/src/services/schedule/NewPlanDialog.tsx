import { addPlan, getScheduleSetup, previewPlan } from '@kervan/contract/services/scheduling'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { conflictChoices, rulePeriods } from '@kervan/contract/services/words'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { read, useRead } from '../../kit/call/query.ts'
import { CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { DatesField } from '../../kit/form/DatesField.tsx'
import { ChecksField, MultiSelectField, SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useFormValues } from '../../kit/form/useFormValues.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'

const schema = z.object({
  strategyId: z.string().min(1, 'services.schedule.strategyNeeded'),
  rulePeriod: z.enum(rulePeriods),
  daysOfWeek: z.array(z.string()),
  daysOfMonth: z.array(z.string()),
  dates: z.array(z.string()),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  conflictChoice: z.enum(conflictChoices).or(z.literal('')).nullable(),
})
type Values = z.infer<typeof schema>

const ruleOf = ({ daysOfWeek, daysOfMonth, conflictChoice: _choice, ...values }: Values) => ({
  ...values,
  daysOfWeek: daysOfWeek.map(Number),
  daysOfMonth: daysOfMonth.map(Number),
})

/** A plan of dates: its rule, what follows from it, what it will take of the credit (SVC-006). */
export function NewPlanDialog({ onClose }: { onClose: () => void }) {
  const { t, column } = useWords()
  const format = useFormats()
  const setup = useRead(getScheduleSetup, {})
  const add = useCall(addPlan, { refreshes: ['ServiceSchedule', 'Calendar', 'ServiceStrategy'] })
  const first = addDays(today(), 2)
  return (
    <FormDialog<Values>
      title={t('services.schedule.add')}
      action={t('services.schedule.addAction')}
      size={680}
      schema={schema}
      start={{
        strategyId: '',
        rulePeriod: 'Weekly',
        daysOfWeek: [],
        daysOfMonth: [],
        dates: [],
        startDate: first,
        endDate: addMonths(first, 3),
        conflictChoice: null,
      }}
      paths={{
        PlanDatesRequired: 'startDate',
        PlanEndsBeforeStart: 'endDate',
        PlanTooLong: 'endDate',
        ConflictChoiceRequired: 'conflictChoice',
        StrategyNotActive: 'strategyId',
      }}
      onSubmit={async (values) => {
        const made = await add.attempt({
          ...ruleOf(values),
          conflictingStrategyId: null,
          conflictChoice: values.conflictChoice === '' ? null : values.conflictChoice,
        })
        if (!made) return false
        toast('success', tPlural(t, 'services.schedule.added', made.dates, format.number(made.dates)))
        return true
      }}
      onClose={onClose}
    >
      <SelectField
        name="strategyId"
        label={column('strategyName')}
        searchable
        data={(setup.data?.strategies ?? []).map(({ id, code, name, projectName }) => ({
          value: id,
          label: `${name} · ${projectName} (${code})`,
        }))}
      />
      <div className={css.pair}>
        <DateField name="startDate" label={column('startDate')} />
        <DateField name="endDate" label={column('endDate')} />
      </div>
      <Rule />
      <Preview />
    </FormDialog>
  )
}

function Rule() {
  const { t, column, state } = useWords()
  const { language } = useFormats()
  const { rulePeriod } = useFormValues<Values>()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return (
    <>
      <SelectField
        name="rulePeriod"
        label={column('rulePeriod')}
        data={rulePeriods.map((value) => ({ value, label: state('rulePeriod', value) }))}
      />
      {rulePeriod === 'Weekly' && (
        <ChecksField
          name="daysOfWeek"
          label={t('services.schedule.daysOfWeek')}
          data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
            value: String(day),
            label: weekday.format(new Date(`${addDays('2027-01-03', day)}T00:00:00Z`)),
          }))}
        />
      )}
      {rulePeriod === 'Monthly' && (
        <MultiSelectField
          name="daysOfMonth"
          label={t('services.schedule.daysOfMonth')}
          data={Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
        />
      )}
      {rulePeriod === 'Custom' && <DatesField name="dates" label={t('services.schedule.dates')} />}
    </>
  )
}

const shownDates = 8

/** What the rule leads to, asked while it is put together. */
function Preview() {
  const { t, state } = useWords()
  const format = useFormats()
  const values = useFormValues<Values>()
  const [asked] = useDebouncedValue(values, 300)
  const isReady = asked.strategyId !== '' && saysDays(asked)
  const found = useQuery({
    ...read(previewPlan, ruleOf(asked)),
    enabled: isReady,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isReady) return null
  if (found.error instanceof CallRefused) return <p role="alert">{found.error.message}</p>
  const { data } = found
  if (!data) return null
  const days = (of: readonly string[]) =>
    of
      .slice(0, shownDates)
      .map((day) => format.date(day))
      .join(', ') + (of.length > shownDates ? ' …' : '')
  const amount = format.number
  return (
    <section aria-label={t('services.schedule.preview')} aria-live="polite">
      <p>
        <strong>{tPlural(t, 'services.calendar.count', data.dates.length, amount(data.dates.length))}</strong>{' '}
        {days(data.dates)}
      </p>
      <p>
        {t('services.schedule.credit', {
          each: amount(data.credit.each),
          total: amount(data.credit.total),
          remaining: data.credit.remaining === null ? '∞' : amount(data.credit.remaining),
          pairs: amount(data.credit.pairs),
        })}
      </p>
      {data.skipped.length > 0 && (
        <p className="k-quiet">{t('services.schedule.skipped', { days: data.skipped.join(', ') })}</p>
      )}
      {data.frozen.length > 0 && (
        <p className="k-quiet">{t('services.schedule.frozen', { days: days(data.frozen) })}</p>
      )}
      {data.taken.length > 0 && (
        <p className="k-quiet">{t('services.schedule.taken', { days: days(data.taken) })}</p>
      )}
      {data.conflicts.map((conflict) => (
        <p key={conflict.strategyId}>
          {t('services.schedule.conflict', { strategy: conflict.strategyName, days: days(conflict.dates) })}
        </p>
      ))}
      {data.conflicts.length > 0 && (
        <SelectField
          name="conflictChoice"
          label={t('services.schedule.conflictChoice')}
          data={conflictChoices.map((value) => ({ value, label: state('conflictChoice', value) }))}
        />
      )}
    </section>
  )
}

const saysDays = ({ rulePeriod, daysOfWeek, daysOfMonth, dates, startDate, endDate }: Values) =>
  startDate !== null &&
  endDate !== null &&
  { Weekly: daysOfWeek, Monthly: daysOfMonth, Custom: dates }[rulePeriod].length > 0
