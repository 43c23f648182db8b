import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { today } from '../values/companyDay.ts'
import { useFormats } from '../values/format.ts'
import { DateWords } from './DateWords.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { readDay } from './readDay.ts'
import { passed, useField, type FieldProps } from './TextField.tsx'

/** A day, typed or picked. In a file of its own, so that forms without a date load no calendar. */
export function DateField(
  props: FieldProps & { minDate?: string; maxDate?: string; excludeDate?: (day: string) => boolean },
) {
  const { control, attach, frame, value, onChange } = useField(props)
  const format = useFormats()
  // While the calendar is open, Escape closes it and not the dialog around it.
  const [isOpen, setOpen] = useState(false)
  const monthFirst = /^0?2\D/.test(format.date('2001-02-03'))
  return (
    <DateWords>
      <FieldFrame {...frame}>
        <DateInput
          {...control}
          ref={attach}
          {...passed(props)}
          leftSection={<IconCalendar size={16} aria-hidden />}
          {...(props.minDate ? { minDate: props.minDate } : {})}
          {...(props.maxDate ? { maxDate: props.maxDate } : {})}
          {...(props.excludeDate ? { excludeDate: props.excludeDate } : {})}
          clearable={props.optional ?? false}
          valueFormat={(day) => format.date(day)}
          dateParser={(text) => readDay(text, { language: format.language, today: today(), monthFirst })}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(next) => onChange(next)}
          {...(isOpen && { 'data-mantine-stop-propagation': true })}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false)
            control.onBlur()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return
            event.stopPropagation()
            setOpen(false)
          }}
        />
      </FieldFrame>
    </DateWords>
  )
}
