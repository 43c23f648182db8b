import { languageEndings } from '@kervan/contract/kit/master-names'
import { keysOf } from '@kervan/contract/kit/typed'
import type { Language } from '@kervan/contract/kit/values'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { FieldFrame } from '../form/FieldFrame.tsx'
import { passed, useField } from '../form/TextField.tsx'
import { useFormValues } from '../form/useFormValues.ts'
import { languageNames } from '../i18n/languageNames.ts'
import { useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import { asText } from '../values/asText.ts'
import css from './master.module.css'
import type { Model } from './types.ts'
import { useFieldWords } from './words.ts'

type Which = 'base' | Language
const languages = keysOf(languageEndings)
const fieldOf = (name: string, which: Which) => (which === 'base' ? name : `${name}${languageEndings[which]}`)

/** The fields that one name has: the name itself, and those in the languages. */
export const namesOf = (name: string): string[] =>
  ['base' as const, ...languages].map((which) => fieldOf(name, which))

type Props = { model: Model; name: string; disabled: boolean; focusFirst: boolean }

/**
 * A name that records have in each language as well (`otherLanguages`), as one field with a switch: it begins with the one
 * that the reader sees everywhere, which is that of their language, or the name itself where there is none.
 */
export function TranslatedField({ model, name, disabled, focusFirst }: Props) {
  const { t } = useWords()
  const { label } = useFieldWords(model.kind)
  const { language } = useFormats()
  const { getValues, control } = useFormContext<Record<string, unknown>>()
  const [chosen, setChosen] = useState<Which>(() =>
    asText(getValues(fieldOf(name, language))) === '' ? 'base' : language,
  )
  const values = useFormValues(control)
  const { errors } = useFormState({ control })
  const faulty = (['base', ...languages] as const).find((one) => errors[fieldOf(name, one)] !== undefined)
  // What is wrong is shown, in whichever language it stands.
  const which = errors[fieldOf(name, chosen)] ? chosen : (faulty ?? chosen)
  const shown = fieldOf(name, which)
  const base = asText(values[name])
  const none = t('masterData.names.none')
  const said = (one: Which) => asText(values[fieldOf(name, one)]) !== ''
  const choices = (['base', ...languages] as const).map((one) => ({
    value: one,
    label: (
      <span data-said={said(one)} lang={one === 'base' ? undefined : one}>
        {one === 'base' ? t('masterData.names.base') : one.toUpperCase()}
        <span className="k-hidden">
          {one === 'base' ? '' : ` ${languageNames[one]}`}
          {said(one) ? '' : ` (${none})`}
        </span>
      </span>
    ),
  }))
  const hint =
    which === 'base'
      ? t('masterData.names.baseHint')
      : said(which)
        ? t('masterData.names.ownHint', { language: t(`state.language.${which}`) })
        : t('masterData.names.noneHint', { language: t(`state.language.${which}`), name: base })
  return (
    <OneName
      key={shown}
      name={shown}
      label={label(shown)}
      hint={hint}
      disabled={disabled}
      focusFirst={focusFirst}
      max={model.kind.fields[shown]?.max ?? null}
      placeholder={which === 'base' ? '' : base}
      beside={
        <SegmentedControl
          size="xs"
          aria-label={t('masterData.names.switch')}
          className={css.names ?? ''}
          value={which}
          data={choices}
          onChange={setChosen}
        />
      }
    />
  )
}

function OneName({
  max,
  placeholder,
  ...props
}: Parameters<typeof useField>[0] & {
  disabled: boolean
  focusFirst: boolean
  max: number | null
  placeholder: string
}) {
  const { control, attach, frame, value, onChange } = useField<unknown>(props)
  return (
    <FieldFrame {...frame}>
      <TextInput
        {...control}
        ref={attach}
        size="sm"
        {...passed({
          ...props,
          ...(max === null ? {} : { maxLength: max }),
          autoComplete: 'off',
          placeholder,
        })}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}
