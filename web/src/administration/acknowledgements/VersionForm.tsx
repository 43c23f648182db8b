import {
  acknowledgementLimits,
  type AcknowledgementVersion,
} from '@kervan/contract/administration/acknowledgement-versions'
import { acknowledgementKinds } from '@kervan/contract/access/words'
import { type Language } from '@kervan/contract/kit/values'
import { SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { AcknowledgementTerms } from '../../access/access.api.ts'
import { today } from '../../kit/values/companyDay.ts'
import { SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import css from './acknowledgements.module.css'
import { BeginWithSample } from './BeginWithSample.tsx'
import { Difference } from './Difference.tsx'
import { useFormValues } from '../../kit/form/useFormValues.ts'

export const { title: titleMax, text: textMax, changes: changesMax } = acknowledgementLimits
export const inLanguages = <S extends z.ZodType>(said: S) => z.object({ en: said, tr: said, de: said })
export const needed = (max: number, missing: string) => z.string().trim().min(1, missing).max(max)

/** What the first version needs, and what the next one does. */
export function formOf(isFirst: boolean) {
  return z.object({
    kind: z.enum(acknowledgementKinds),
    title: inLanguages(needed(titleMax, 'administration.terms.titleMissing')),
    text: inLanguages(needed(textMax, 'administration.terms.textMissing')),
    changes: inLanguages(isFirst ? z.string() : needed(changesMax, 'administration.terms.changesMissing')),
  })
}
export type Values = z.infer<ReturnType<typeof formOf>>

/** What is typed: its kind where it is the first, and the texts in the language that `children` choose. */
export function VersionFields({
  isFirst,
  language,
  children,
}: {
  isFirst: boolean
  language: Language
  children: ReactNode
}) {
  const { t, state } = useWords()
  return (
    <>
      {isFirst && (
        <SelectField
          name="kind"
          label={t('column.acknowledgementKind')}
          hint={t('administration.terms.kindHint')}
          data={acknowledgementKinds.map((value) => ({
            value,
            label: state('acknowledgementKind', value),
          }))}
          searchable={false}
        />
      )}
      {isFirst && <BeginWithSample />}
      {children}
      <div key={language} className={css.texts}>
        <TextField
          name={`title.${language}`}
          label={t('administration.terms.title')}
          maxLength={titleMax}
          autoComplete="off"
        />
        <TextAreaField
          name={`text.${language}`}
          label={t('administration.terms.text')}
          hint={t('administration.terms.textHint')}
          rows={14}
          maxLength={textMax}
        />
        {!isFirst && (
          <TextAreaField
            name={`changes.${language}`}
            label={t('administration.terms.changes')}
            hint={t('administration.terms.changesHint')}
            rows={3}
            maxLength={changesMax}
          />
        )}
      </div>
    </>
  )
}

/** What is being written, as the door will show it, or against what stands now. */
export function Seen({
  language,
  base,
  version,
}: {
  language: Language
  base: AcknowledgementVersion | null
  version: number
}) {
  const { t } = useWords()
  const [way, setWay] = useState<'door' | 'difference'>('door')
  const typed = useFormValues<Values>()
  return (
    <section className={css.seen} aria-label={t('administration.terms.preview')}>
      {base !== null && (
        <SegmentedControl
          className={css.languages ?? ''}
          aria-label={t('administration.terms.preview')}
          value={way}
          onChange={setWay}
          data={[
            { value: 'door', label: t('administration.terms.asDoor') },
            { value: 'difference', label: t('administration.terms.tab.difference') },
          ]}
        />
      )}
      {base !== null && way === 'difference' ? (
        <Difference before={base.content.text[language]} after={typed.text[language]} />
      ) : (
        <div className={css.sheet}>
          <AcknowledgementTerms
            heading="h3"
            title={typed.title[language]}
            text={typed.text[language]}
            version={version}
            publishedAt={today()}
            agreedVersion={typed.changes[language].trim() === '' ? null : version - 1}
            changes={[typed.changes[language]]}
          />
        </div>
      )}
    </section>
  )
}
