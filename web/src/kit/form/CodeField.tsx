import { TextInput } from '@mantine/core'
import { asText } from '../values/asText.ts'
import { FieldFrame } from './FieldFrame.tsx'
import css from './form.module.css'
import { useField } from './TextField.tsx'

/** One field for a code, so that it can be pasted whole and a telephone can fill it in by itself. */
export function CodeField({
  name,
  label,
  digits,
  focus = true,
}: {
  name: string
  label: string
  digits: boolean
  /** Not where something stands before it. */ focus?: boolean
}) {
  const { control, attach, frame, value, onChange } = useField({ name, label })
  return (
    <FieldFrame {...frame}>
      <TextInput
        {...control}
        ref={attach}
        size="md"
        data-autofocus={focus || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has this one field, and comes in answer to a press
        autoFocus={focus}
        autoComplete="one-time-code"
        inputMode={digits ? 'numeric' : 'text'}
        maxLength={digits ? 16 : 24}
        spellCheck={false}
        classNames={{ input: css.code! }}
        value={asText(value)}
        onChange={(event) =>
          onChange(
            digits
              ? event.currentTarget.value.replace(/[^\d]/g, '').slice(0, 6)
              : event.currentTarget.value.toUpperCase().replace(/\s/g, ''),
          )
        }
      />
    </FieldFrame>
  )
}
