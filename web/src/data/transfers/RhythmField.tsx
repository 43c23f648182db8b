import { getDueTimes } from '@kervan/contract/data/data-transfers'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { useField, type FieldProps } from '../../kit/form/TextField.tsx'
import { asText } from '../../kit/values/asText.ts'
import { useFormats } from '../../kit/values/format.ts'

const everyMorning = '0 8 * * 1-5'

/** A rhythm as five fields of cron, with the due dates that it means (DAT-001). */
export function RhythmField(props: FieldProps) {
  const { t } = useTranslation()
  const format = useFormats()
  const { attach, control, frame, value, onChange } = useField(props)
  const expression = asText(value)
  const [asked] = useDebouncedValue(expression.trim(), 300)
  const { data } = useRead(getDueTimes, { expression: asked.slice(0, 60) }, { enabled: asked !== '' })
  const times = asked === '' ? [] : (data?.times ?? [])
  const hint =
    times.length > 0
      ? t('dataManagement.transfer.nextTimes', { times: times.map((at) => format.dateTime(at)).join(' · ') })
      : t('dataManagement.transfer.rhythm')
  return (
    <FieldFrame {...frame} hint={hint}>
      <TextInput
        {...control}
        ref={attach}
        value={expression}
        placeholder={everyMorning}
        disabled={props.disabled ?? false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}
