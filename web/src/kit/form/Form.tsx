import { zodResolver } from '@hookform/resolvers/zod'
import { IconAlertCircle } from '@tabler/icons-react'
import { lazy, Suspense, useRef, type FormEvent, type ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
import type { ZodType } from 'zod'
import { showRefused } from '../feedback/dialogs.ts'
import { toRefused, type CallRefused } from '../call/refused.ts'
import type { Values } from './conflict.ts'
import css from './form.module.css'
import { serverIssueKey } from './issues.ts'
import { useVersioned, type Versioned } from './useVersioned.ts'
import { useFormValues } from './useFormValues.ts'

// Most forms never meet anybody.
const Conflict = lazy(() =>
  import('./Conflict.tsx').then(({ Conflict: component }) => ({ default: component })),
)

export type FormOptions<T extends FieldValues> = {
  schema: ZodType<T, FieldValues>
  start: DefaultValues<T>
  /**
   * Throws the call's refusal (`useCall().attempt`). `version` is the one to send where the form is `versioned`. Answers
   * false when nothing was sent, because a question before it was answered with no.
   */
  onSubmit: (values: T, version: number) => Promise<unknown>
  /** Where others change the record too: what a save that came too late is compared with. */
  versioned?: Versioned<T> | undefined
  /** Where the server's names differ: its path, or the code of a refusal, to the field it is about. */
  paths?: Record<string, Path<T>> | undefined
  /** Answers true when the screen has shown the refusal itself. */
  onRefused?: ((refused: CallRefused) => boolean | void) | undefined
}

/**
 * A form on one schema. Checked when sent and from then on while typing (never on leaving a field: the moving line
 * would swallow the click on the button). The first wrong field gets the focus; what the server refuses stands at its field.
 */
export function useKitForm<T extends FieldValues>({
  schema,
  start,
  onSubmit,
  versioned,
  paths = {},
  onRefused,
}: FormOptions<T>) {
  const form = useForm<T>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: start,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const held = useVersioned(form, start, versioned)
  const settle = async (values: T): Promise<void> => {
    try {
      if ((await onSubmit(values, held.version())) === false) return
      held.saved(form.getValues())
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (!versioned || !refused.is('ChangedMeanwhile')) throw thrown
      await held.mergeConflict(refused)
    }
  }
  const send = form.handleSubmit(async (values) => {
    try {
      await settle(values)
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (refused.status === 401 || onRefused?.(refused) === true) return
      if (!locationRefusal(form, refused, paths)) showRefused(refused, undefined, () => void send())
    }
  })
  // `form` is the same object for ever; named here, what it knows is read anew by whoever remembers results.
  const { formState } = form
  return { ...form, formState, send, met: held.met, conflictFields: versioned?.fields ?? [] }
}
export type KitForm<T extends FieldValues> = ReturnType<typeof useKitForm<T>>

function locationRefusal<T extends FieldValues>(
  form: UseFormReturn<T>,
  refused: CallRefused,
  paths: Record<string, Path<T>>,
): boolean {
  const own = paths[refused.code]
  if (own) {
    form.setError(own, { type: 'server', message: refused.message }, { shouldFocus: true })
    return true
  }
  const known = new Set(Object.keys(form.getValues()))
  const placed = refused.issues.map(({ path, code, message }) => ({
    field: paths[path] ?? (known.has(path.split('.')[0] ?? '') ? (path as Path<T>) : undefined),
    message: message ?? serverIssueKey(code),
    isSaid: message !== null,
  }))
  const first = placed.find(({ field }) => field !== undefined)
  for (const one of placed)
    if (one.field)
      form.setError(one.field, { type: 'server', message: one.message }, { shouldFocus: one === first })
  // What is said of the whole record, or of a field that this form does not have, stands above the form.
  const others = placed.filter(({ field, isSaid }) => !field && isSaid).map(({ message }) => message)
  if (others.length > 0) form.setError('root.server', { type: 'server', message: others.join('\n') })
  return first !== undefined || others.length > 0
}

/** Gives the fields inside their form. Enter sends; the browser's own bubbles stay away. */
export function Form<T extends FieldValues>({
  form,
  children,
  className,
  label,
  hidden = false,
}: {
  form: KitForm<T>
  children: ReactNode
  className?: string
  label?: string
  /** Kept with what was typed into it, while something else is looked at. */ hidden?: boolean
}) {
  const sending = useRef(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    // A second Enter while the first answer is on its way sends nothing.
    if (sending.current) return
    sending.current = true
    await form.send(event)
    sending.current = false
  }
  return (
    <FormProvider {...(form as unknown as UseFormReturn<FieldValues>)}>
      <form
        noValidate
        className={className}
        aria-label={label}
        hidden={hidden}
        onSubmit={(event) => void send(event)}
      >
        {form.formState.errors.root?.server?.message && (
          <p role="alert" className={css.whole}>
            <IconAlertCircle size={16} aria-hidden />
            <span>{form.formState.errors.root.server.message}</span>
          </p>
        )}
        {form.met && (
          <Suspense fallback={null}>
            <Meeting form={form} met={form.met} />
          </Suspense>
        )}
        {children}
      </form>
    </FormProvider>
  )
}

function Meeting<T extends FieldValues>({
  form,
  met,
}: {
  form: KitForm<T>
  met: NonNullable<KitForm<T>['met']>
}) {
  const values = useFormValues(form.control)
  const take = (taken: Values) => {
    for (const [name, value] of Object.entries(taken))
      form.setValue(name as Path<T>, value as never, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
  }
  return (
    <Conflict
      key={met.refused.reference}
      met={met}
      fields={form.conflictFields}
      values={values}
      onTake={take}
    />
  )
}
