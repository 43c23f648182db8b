import { DateTimePicker } from '@mantine/dates'
import { clockOf, momentOf } from '../values/clock.ts'
import { useFormats } from '../values/format.ts'
import { DateWords } from './DateWords.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { passed, useField, type FieldProps } from './TextField.tsx'

/** A moment, chosen by the reader's clock and kept in UTC. */
export function InstantField(props: FieldProps) {
  const { control, attach, frame, value, onChange } = useField(props)
  const format = useFormats()
  const moment = typeof value === 'string' && value !== '' ? value : null
  return (
    <DateWords>
      <FieldFrame {...frame}>
        <DateTimePicker
          {...control}
          ref={attach}
          {...passed(props)}
          clearable={props.optional ?? false}
          valueFormat={(clock) => format.dateTime(momentOf(clock, format.timeZone))}
          value={moment === null ? null : clockOf(moment, format.timeZone)}
          onChange={(clock) => onChange(clock === null ? null : momentOf(clock, format.timeZone))}
        />
      </FieldFrame>
    </DateWords>
  )
}
