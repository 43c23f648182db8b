import { TextInput } from '@mantine/core'
import { asText } from '../kit/asText.ts'
import { FieldFrame } from '../kit/form/FieldFrame.tsx'
import { useField } from '../kit/form/TextField.tsx'
import css from './login.module.css'

/** One field for a code, so that it can be pasted whole and a telephone can fill it in by itself. */
export function CodeField({ name, label, digits }: { name: string; label: string; digits: boolean }) {
  const { control, attach, frame, value, onChange } = useField({ name, label })
  return (
    <FieldFrame {...frame}>
      <TextInput
        {...control}
        ref={attach}
        size="md"
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has this one field, and comes in answer to a press
        autoFocus
        autoComplete="one-time-code"
        inputMode={digits ? 'numeric' : 'text'}
        maxLength={digits ? 16 : 24}
        spellCheck={false}
        classNames={{ input: css.code! }}
        value={asText(value)}
        onChange={(event) => onChange(digits ? event.currentTarget.value.replace(/[^\d]/g, '').slice(0, 6) : event.currentTarget.value.toUpperCase().replace(/\s/g, ''))}
      />
    </FieldFrame>
  )
}
