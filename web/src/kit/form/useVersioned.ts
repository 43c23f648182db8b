import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { CallRefused } from '../call/refused.ts'
import type { ConflictField, Merged } from './conflict.ts'

/** A form on a record that others change too. */
export type Versioned<T> = {
  /** The version the form was filled from. */
  version: number
  /** What stands now, as this form shows it; asked when a save came too late. Null where it is not to be found. */
  latest: () => Promise<{ version: number; values: T } | null>
  /** What the reader is told of, in the order of the form. */
  fields: readonly ConflictField[]
}

/**
 * Keeps what a form was filled from. Something newer takes its place while nothing is typed; never under what is being
 * typed: then the save is refused, and `meet` brings both together (`Conflict.tsx` shows it).
 */
export function useVersioned<T extends FieldValues>(
  form: UseFormReturn<T>,
  start: DefaultValues<T>,
  versioned: Versioned<T> | undefined,
) {
  const [met, setMet] = useState<Merged<T> | null>(null)
  const version = versioned?.version ?? 0
  const from = useRef({ version, values: start as T })
  const { isDirty } = form.formState
  const take = useEffectEvent(() => {
    from.current = { version, values: start as T }
    form.reset(start)
    setMet(null)
  })
  useEffect(() => {
    if (!isDirty && version > from.current.version) take()
  }, [isDirty, version])
  return {
    met,
    version: () => from.current.version,
    /** What was sent stands now. */
    saved(values: T) {
      if (!versioned) return
      form.reset(values)
      setMet(null)
    },
    async mergeConflict(refused: CallRefused): Promise<void> {
      if (!versioned) return
      const [latest, { mergeConflict }] = await Promise.all([versioned.latest(), import('./conflict.ts')])
      if (!latest) throw refused
      const base = from.current.values
      const { values, rows } = mergeConflict(base, form.getValues(), latest.values)
      from.current = latest
      form.reset(latest.values)
      for (const name of Object.keys(values))
        form.setValue(name as Path<T>, values[name] as never, { shouldDirty: true })
      setMet({ refused, base, theirs: latest.values, rows })
    },
  }
}
