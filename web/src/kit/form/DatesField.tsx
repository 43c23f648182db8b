import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useFormats } from '../values/format.ts'
import { DateWords } from './DateWords.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { passed, useField, type FieldProps } from './TextField.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Several days, each pressed in the calendar. */
export function DatesField(props: FieldProps) {
  const { control, attach, frame, value, onChange } = useField(props)
  const format = useFormats()
  return (
    <DateWords>
      <FieldFrame {...frame}>
        <DatePickerInput
          {...control}
          ref={attach}
          {...passed(props)}
          type="multiple"
          leftSection={<IconCalendar size={16} aria-hidden />}
          valueFormatter={({ date }) =>
            Array.isArray(date)
              ? date
                  .filter(isText)
                  .map((day) => format.date(day))
                  .join(', ')
              : ''
          }
          value={Array.isArray(value) ? value.filter(isText) : []}
          onChange={(next) => onChange(next)}
        />
      </FieldFrame>
    </DateWords>
  )
}
