import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { asText } from '../values/asText.ts'
import { useFormats } from '../values/format.ts'
import { readDecimal, showDecimal, writeDecimal } from './decimalText.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { passed, useField, type FieldProps } from './TextField.tsx'

/** A decimal, typed as the reader's language has it and kept as it travels: exact, as text. */
export function DecimalField(props: FieldProps) {
  const { control, attach, frame, value, onChange } = useField(props)
  const { language } = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const [isEdited, setEdited] = useState(false)
  const held = asText(value)
  // What is typed stays as it is typed, until something else takes its place.
  const edited =
    typed !== null && readDecimal(typed, language) === held ? typed : writeDecimal(held, language)
  return (
    <FieldFrame {...frame}>
      <TextInput
        {...control}
        ref={attach}
        {...passed(props)}
        inputMode="decimal"
        autoComplete="off"
        value={isEdited ? edited : showDecimal(held, language)}
        onFocus={() => setEdited(true)}
        onBlur={() => {
          setEdited(false)
          control.onBlur()
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(readDecimal(event.currentTarget.value, language))
        }}
        styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      />
    </FieldFrame>
  )
}
