import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useFormats } from '../values/format.ts'
import { DateWords } from './DateWords.tsx'

type Props = {
  label: string
  value: string
  minDate?: string
  note?: string | undefined
  onChange: (day: string) => void
}

/** A day outside of a form: always one, never none. `note` is said below it. */
export function DayInput({ label, value, minDate, note, onChange }: Props) {
  const format = useFormats()
  return (
    <DateWords>
      <DatePickerInput
        label={label}
        leftSection={<IconCalendar size={16} aria-hidden />}
        {...(minDate ? { minDate } : {})}
        valueFormatter={({ date }) => format.date(typeof date === 'string' ? date : null)}
        value={value}
        onChange={(day) => day && onChange(day)}
        {...(note ? { description: note, inputWrapperOrder: ['label', 'input', 'description'] } : {})}
      />
    </DateWords>
  )
}
