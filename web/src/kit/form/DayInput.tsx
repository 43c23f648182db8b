import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { useFormats } from '../values/format.ts'
import { DateWords } from './DateWords.tsx'
import { FieldFrame } from './FieldFrame.tsx'

type Props = {
  label: string
  value: string | null
  minDate?: string
  maxDate?: string
  note?: string | undefined
  onChange: (day: string) => void
  /** Given where there may be no day at all. */
  onClear?: () => void
}

/** A day outside of a form: always one, unless it can be cleared. `note` is said below it. */
export function DayInput({ label, value, minDate, maxDate, note, onChange, onClear }: Props) {
  const format = useFormats()
  const id = useId()
  return (
    <DateWords>
      <FieldFrame id={id} label={label} hint={note} optional={onClear !== undefined} reserve={false}>
        <DatePickerInput
          id={id}
          aria-describedby={note ? `${id}-below` : undefined}
          leftSection={<IconCalendar size={16} aria-hidden />}
          {...(minDate ? { minDate } : {})}
          {...(maxDate ? { maxDate } : {})}
          valueFormatter={({ date }) => format.date(typeof date === 'string' ? date : null)}
          value={value}
          clearable={onClear !== undefined}
          onChange={(day) => (day ? onChange(day) : onClear?.())}
        />
      </FieldFrame>
    </DateWords>
  )
}
