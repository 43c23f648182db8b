import { getDueTimes } from '@kervan/contract/data/data-transfers'
import { Chip, NumberInput, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { useField, type FieldProps } from '../../kit/form/TextField.tsx'
import { asText } from '../../kit/values/asText.ts'
import { companyClock, companyDay } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import { expressionOf, rhythmOf, weekdayName, type Rhythm } from './rhythm.ts'
import css from './rhythm.module.css'

const kinds = ['daily', 'workingDays', 'weekly', 'monthly', 'cron'] as const
type Kind = (typeof kinds)[number]

const morning: Rhythm = { every: 'workingDays', time: '08:00' }
/** As weeks begin here: Monday first, 0 is Sunday. */
const week = [1, 2, 3, 4, 5, 6, 0]
const lastDay = 31

/** When a delivery is due (DAT-001): how often, on which days and when; who knows cron may write its five fields. */
export function RhythmField(props: FieldProps) {
  const { t } = useTranslation()
  const format = useFormats()
  const { attach, control, frame, value, onChange } = useField(props)
  const expression = asText(value)
  const rhythm = rhythmOf(expression)
  const [isCron, setCron] = useState(expression !== '' && rhythm === null)
  const kind: Kind | null = isCron ? 'cron' : (rhythm?.every ?? null)
  const [asked] = useDebouncedValue(expression.trim(), 300)
  const { data } = useRead(getDueTimes, { expression: asked.slice(0, 60) }, { enabled: asked !== '' })
  const times = asked === '' ? [] : (data?.times ?? [])
  // By the company's clock, as the time above is.
  const say = (at: string) => `${format.date(companyDay(new Date(at)))} ${companyClock(new Date(at))}`
  const hint =
    times.length > 0
      ? t('dataManagement.transfer.nextTimes', { times: times.map(say).join(' · ') })
      : isCron && t('dataManagement.transfer.rhythm')
  const disabled = props.disabled ?? false
  const words: Record<Kind, string> = {
    daily: t('dataManagement.transfer.every.daily'),
    workingDays: t('dataManagement.transfer.every.workingDays'),
    weekly: t('dataManagement.transfer.every.weekly'),
    monthly: t('dataManagement.transfer.every.monthly'),
    cron: t('dataManagement.transfer.every.cron'),
  }
  const set = (next: Rhythm) => onChange(expressionOf(next))
  const choose = (next: string | null) => {
    setCron(next === 'cron')
    const { time } = rhythm ?? morning
    if (next === 'daily' || next === 'workingDays') set({ every: next, time })
    if (next === 'weekly') set({ every: next, weekdays: [1], time })
    if (next === 'monthly') set({ every: next, day: 1, time })
  }
  return (
    <FieldFrame {...frame} hint={hint}>
      <div className={css.rhythm}>
        <Select
          {...control}
          ref={attach}
          className={css.kind ?? ''}
          value={kind}
          allowDeselect={false}
          disabled={disabled}
          data={kinds.map((one) => ({ value: one, label: words[one] }))}
          onChange={choose}
        />
        {rhythm?.every === 'monthly' && !isCron && (
          <NumberInput
            className={css.day ?? ''}
            aria-label={t('dataManagement.transfer.dayOfMonth')}
            prefix={t('dataManagement.transfer.dayPrefix')}
            min={1}
            max={lastDay}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            disabled={disabled}
            value={rhythm.day}
            onChange={(day) => day !== '' && Number(day) >= 1 && set({ ...rhythm, day: Number(day) })}
          />
        )}
        {rhythm && !isCron && (
          <TextInput
            type="time"
            className={css.time ?? ''}
            aria-label={t('dataManagement.transfer.time')}
            disabled={disabled}
            value={rhythm.time}
            onChange={({ currentTarget: { value: time } }) => time && set({ ...rhythm, time })}
          />
        )}
        {isCron && (
          <TextInput
            className={css.cron ?? ''}
            aria-label={words.cron}
            placeholder={expressionOf(morning)}
            disabled={disabled}
            value={expression}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </div>
      {rhythm?.every === 'weekly' && !isCron && (
        <Chip.Group
          multiple
          value={rhythm.weekdays.map(String)}
          onChange={(days) => days.length > 0 && set({ ...rhythm, weekdays: days.map(Number) })}
        >
          <fieldset className={css.days} aria-label={t('dataManagement.transfer.weekdays')}>
            {week.map((day) => (
              <Chip key={day} value={String(day)} size="xs" radius="sm" disabled={disabled}>
                {weekdayName(format.language, 'short', day)}
              </Chip>
            ))}
          </fieldset>
        </Chip.Group>
      )}
    </FieldFrame>
  )
}
