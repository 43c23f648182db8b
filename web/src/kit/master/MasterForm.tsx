import type { OutputOf } from '@kervan/contract/kit/call'
import type { MasterData } from '@kervan/contract/kit/master-data'
import { isList, type Field } from '@kervan/contract/kit/master-fields'
import { isTranslated } from '@kervan/contract/kit/master-names'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../form/useLatest.ts'
import { useSession } from '../call/session.ts'
import { useCall } from '../call/useCall.ts'
import { toast } from '../feedback/toasts.tsx'
import formCss from '../form/form.module.css'
import { Form, useKitForm } from '../form/Form.tsx'
import type { GridAction } from '../grid/types.ts'
import { useLeaveGuard } from '../page/leaveGuard.ts'
import { RecordBody, RecordFoot } from '../record/RecordParts.tsx'
import { isDeclined, sendConfirmed } from './consequences.tsx'
import css from './master.module.css'
import { MasterField } from './MasterField.tsx'
import { namesOf, TranslatedField } from './TranslatedField.tsx'
import type { Model } from './types.ts'
import { fieldsOf, formSchema, toForm, type FormValues } from './values.ts'
import { kindWord, useFieldWords } from './words.ts'

export type MasterAnswer = OutputOf<Model['kind']['get']>
export type Saved = OutputOf<Model['kind']['save']>

type Props = {
  model: Model
  /** Null for a new one. */
  record: MasterAnswer | null
  /** What else can be done with it. */
  actions: readonly GridAction[]
  hidden: boolean
  onSaved: (saved: Saved) => void
  onShowChange: (changeId: string) => void
}

/** The form of a record, in the order and the sections of its declaration; what two change at once is put together. */
export function MasterForm({ model, record, actions, hidden, onSaved, onShowChange }: Props) {
  const { t, i18n } = useTranslation()
  const { kind } = model
  const About = model.options.about
  const { label, say } = useFieldWords(kind, record?.names)
  const id = record?.id ?? null
  const shown = useShownFields(model)
  const going = useRef(false)
  const latest = useLatest(kind.get, { id: id ?? '' }, ({ version, values }: MasterAnswer) => ({
    version,
    values: toForm(kind, values),
  }))
  const save = useCall(kind.save, { refreshes: [kind.group] })
  const form = useKitForm<FormValues>({
    schema: formSchema(kind),
    start: { ...toForm(kind, record?.values), ...(record ? {} : model.options.start?.(i18n.language)) },
    versioned: record
      ? {
          version: record.version,
          latest,
          fields: shown.map(([name]) => ({
            name,
            label: label(name),
            words: (value: unknown) => say(name, value),
          })),
        }
      : undefined,
    onRefused: isDeclined,
    onSubmit: async (values, version) => {
      const saved = await sendConfirmed((confirmed) =>
        save.attempt({ id, version: id ? version : null, values, confirmed }),
      )
      if (!saved) return
      const { changeId, waits } = saved
      going.current = id === null || waits
      if (waits && changeId)
        toast('success', {
          title: t('masterData.waits'),
          action: { label: t('masterData.showChange'), run: () => onShowChange(changeId) },
        })
      else toast('success', t('masterData.saved'))
      onSaved(saved)
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'record', going })
  const name = useId()
  // The form may come after its drawer, whose focus has gone elsewhere by then.
  useEffect(() => {
    if (id === null) document.querySelector<HTMLElement>('[data-record] [data-autofocus]')?.focus()
  }, [id])
  return (
    <Form form={form} className={css.form!} label={record?.title ?? kindWord(t, kind, 'new')} hidden={hidden}>
      <RecordBody>
        {About && !hidden && <About />}
        {sectionsOf(withOneName(kind, shown)).map(({ section, fields }) => (
          <section
            key={section ?? ''}
            className={css.formSection}
            aria-labelledby={section === null ? undefined : `${name}-${section}`}
          >
            {section !== null && (
              <h3 className={css.sectionTitle} id={`${name}-${section}`}>
                {kindWord(t, kind, `section.${section}`)}
              </h3>
            )}
            <div className={`${formCss.fields} ${css.fields}`}>
              {fields.map(([field, { fixed, type, lines }], index) => (
                <div
                  key={field}
                  data-wide={isWide(type, lines) || undefined}
                  data-flag={type === 'flag' || undefined}
                >
                  {isTranslated(kind.fields, field) ? (
                    <TranslatedField
                      model={model}
                      name={field}
                      disabled={record !== null && fixed}
                      focusFirst={record === null && index === 0}
                    />
                  ) : (
                    <MasterField
                      model={model}
                      name={field}
                      disabled={record !== null && fixed}
                      focusFirst={record === null && index === 0}
                      names={record?.names[field] ?? {}}
                      recordId={id}
                    />
                  )}
                </div>
              ))}
            </div>
          </section>
        ))}
      </RecordBody>
      <RecordFoot
        actions={actions}
        left={isDirty ? t('masterData.unsaved') : ''}
        main={
          <>
            {isDirty && record && (
              <Button variant="default" onClick={() => form.reset(toForm(kind, record.values))}>
                {t('masterData.discard')}
              </Button>
            )}
            <Button type="submit" loading={isSubmitting}>
              {t('masterData.save')}
            </Button>
          </>
        }
      />
    </Form>
  )
}

const isWide = (type: Field['type'], lines: number) =>
  lines > 1 || isList(type) || type === 'properties' || type === 'picture' || type === 'file'

/** The fields that this reader may see: without prices where they are hidden (ORD-020). */
export function useShownFields({ kind, options }: Model): [string, Field][] {
  const hidesPrices = useSession()?.PricesHidden === true
  return fieldsOf(kind).filter(
    ([name, { price, type }]) =>
      !(price && hidesPrices) && (type !== 'picture' || options.inputs?.[name] !== undefined),
  )
}

/** A name in several languages is one field of the form. */
function withOneName({ fields }: MasterData, shown: [string, Field][]): [string, Field][] {
  const behind = new Set(
    Object.keys(fields)
      .filter((name) => isTranslated(fields, name))
      .flatMap((name) => namesOf(name).filter((one) => one !== name)),
  )
  return shown.filter(([name]) => !behind.has(name))
}

/** In the order in which the sections first occur; what stands in none comes first. */
export function sectionsOf(
  fields: [string, Field][],
): { section: string | null; fields: [string, Field][] }[] {
  const sections = [...Map.groupBy(fields, ([, { section }]) => section)]
  return sections
    .map(([section, of]) => ({ section, fields: of }))
    .toSorted((one, other) => Number(one.section !== null) - Number(other.section !== null))
}
