import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useFormats } from '../values/format.ts'
import { DateWords } from './DateWords.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { passed, useField, type FieldProps } from './TextField.tsx'

/** In a file of its own, so that forms without a date load no calendar. */
export function DateField(
  props: FieldProps & { minDate?: string; maxDate?: string; excludeDate?: (day: string) => boolean },
) {
  const { control, attach, frame, value, onChange } = useField(props)
  const format = useFormats()
  return (
    <DateWords>
      <FieldFrame {...frame}>
        <DatePickerInput
          {...control}
          ref={attach}
          {...passed(props)}
          leftSection={<IconCalendar size={16} aria-hidden />}
          {...(props.minDate ? { minDate: props.minDate } : {})}
          {...(props.maxDate ? { maxDate: props.maxDate } : {})}
          {...(props.excludeDate ? { excludeDate: props.excludeDate } : {})}
          clearable={props.optional ?? false}
          valueFormatter={({ date }) => format.date(typeof date === 'string' ? date : null)}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(next) => onChange(next)}
        />
      </FieldFrame>
    </DateWords>
  )
}
