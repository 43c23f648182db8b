import type { InputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { AnswerOf, AnyCall } from '../call/client.ts'
import { useRead } from '../call/query.ts'
import { useRights } from '../call/rights.ts'
import { useCall } from '../call/useCall.ts'
import { toast } from '../feedback/toasts.tsx'
import { useWords } from '../i18n/words.ts'
import { useLeaveGuard } from '../page/leaveGuard.ts'
import { PageFrame } from '../page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../page/wholeCompany.tsx'
import { ReadState } from '../record/ReadState.tsx'
import css from '../record/recordParts.module.css'
import { permissionName } from '../values/permissionName.ts'
import type { ConflictField } from './conflict.ts'
import { Form, useKitForm, type FormOptions } from './Form.tsx'
import { useLatest } from './useLatest.ts'

export type SettingsOptions<C extends AnyCall, W extends AnyCall, V extends FieldValues> = {
  title: string
  /** Shows the settings with their version; takes nothing. */
  read: C
  /** Takes the settings and the version that they were made from. */
  save: W
  schema: FormOptions<V>['schema']
  valuesOf: (answer: AnswerOf<C>) => { version: number; values: V }
  /** What is told where somebody else has changed the settings meanwhile, in the order of the form. */
  fields: readonly ConflictField[]
  /** The code of a refusal to the field that it is about. */
  paths?: FormOptions<V>['paths']
  /** What is sent beside the version; null where a question before it was answered with no. */
  sent: (values: V, answer: AnswerOf<C>) => object | Promise<object | null>
  /** What of the company's rules a change would weaken, a line each: said where a proof is asked for. */
  weakens?: (answer: AnswerOf<C>, input: InputOf<W>) => readonly string[]
  /** Groups of calls whose answers a change makes stale. */
  refreshes: readonly string[]
  /** What a change is told with. */
  saved: string
  /** What the button says; Save where nothing is said. */
  action?: string
  className?: string | undefined
  /** The fields. `disabled`: the reader may not change them. */
  children: (answer: AnswerOf<C>, disabled: boolean) => ReactNode
}

/**
 * A part of settings: read with a version, changed in one form, saved by who may change what holds for the whole company;
 * who may only read them is told which right is missing.
 */
export function SettingsPart<C extends AnyCall, W extends AnyCall, V extends FieldValues>(
  options: SettingsOptions<C, W, V>,
) {
  const { title, read } = options
  const asked = useRead(read, {} as InputOf<C>)
  return (
    <PageFrame title={title} layout="form">
      {asked.data ? <Editor {...options} answer={asked.data} /> : <ReadState asked={asked} name={title} />}
    </PageFrame>
  )
}

function Editor<C extends AnyCall, W extends AnyCall, V extends FieldValues>({
  title,
  read,
  save: call,
  schema,
  valuesOf,
  fields,
  paths,
  sent,
  weakens,
  refreshes,
  saved,
  action,
  className,
  children,
  answer,
}: SettingsOptions<C, W, V> & { answer: AnswerOf<C> }) {
  const { t } = useWords()
  const save = useCall(call, {
    refreshes,
    ...(weakens && { weakens: (input: InputOf<W>) => weakens(answer, input) }),
  })
  const latest = useLatest(read, {} as InputOf<C>, valuesOf)
  const { version, values: start } = valuesOf(answer)
  const form = useKitForm<V>({
    schema,
    start: start as DefaultValues<V>,
    paths,
    versioned: { version, latest, fields },
    onSubmit: async (values, from) => {
      const input = await sent(values, answer)
      if (input === null) return false
      if (await save.attempt({ ...input, version: from } as InputOf<W>)) toast('success', saved)
      return true
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'part' })
  const disabled = !useMayChangeCompany()(call)
  return (
    <Form form={form} label={title} {...(className && { className })}>
      <WholeCompanyNote calls={[call]} />
      <MissingRight permission={call.permission} />
      {children(answer, disabled)}
      {!disabled && (
        <div>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {action ?? t('masterData.save')}
          </Button>
        </div>
      )}
    </Form>
  )
}

/** Which right the reader lacks to change what is shown; nothing for who has it. */
function MissingRight({ permission }: { permission: string | null }) {
  const { t } = useWords()
  const has = useRights().has(permission ?? '')
  if (has || permission === null) return null
  return (
    <p className={css.readOnly}>
      <IconLock size={16} aria-hidden />
      <span>{t('kit.mayOnlyRead', { permission: permissionName(t, permission) })}</span>
    </p>
  )
}
