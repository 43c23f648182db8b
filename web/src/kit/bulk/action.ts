import type { ComponentType } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { AnyCall } from '../call/client.ts'
import { tPlural, tPluralDynamic, type MessageKey, type Translate } from '../i18n/words.ts'

/** The words of an action: `title`, `text` where there is more to say, and plural with {{amount}} `action` and `done`. */
export type ActionWords = MessageKey extends infer K ? (K extends `${infer P}.done` ? P : never) : never

/** What an action asks for besides the records. */
export type ActionForm<V extends FieldValues = FieldValues> = {
  schema: ZodType<V, FieldValues>
  start: DefaultValues<V>
  Fields: ComponentType
  /** What the call takes of these values; the values as they are where nothing is said. It may name the selection too. */
  input?: (values: V) => Record<string, unknown>
  /** What the dry run is asked with while the form is filled in, null to wait. Without it: as soon as the values are complete. */
  dryRunWith?: (values: DefaultValues<V>) => Record<string, unknown> | null
  /** Where the server's names differ, as in `useKitForm`. */
  paths?: Record<string, Path<V>>
}

/** One action on many records of a list. */
export type BulkAction = {
  /** Takes `{ selection, dryRun, …input }` and answers a BulkAnswer. */
  call: AnyCall
  words: ActionWords
  /** What the call always takes besides: which of its moves it is. */
  input?: Record<string, unknown>
  form?: ActionForm
  /** Plural key of what the records are, and of what `count` of each result counts where that is worth a word. */
  nouns: MessageKey
  parts?: MessageKey
  refreshes: readonly string[]
  danger?: boolean
  /** What takes back what the action has just done, record by record; for whoever may. */
  undo?: Pick<BulkAction, 'call' | 'words' | 'input'> | undefined
}

/** Results that are there already when the dialog opens: those of a job that has ended. */
export type JobOutcome = { jobId: string; done: number; refused: number }

/** A form of one type among others. */
export const actionForm = <V extends FieldValues>(form: ActionForm<V>) => form as unknown as ActionForm

/** "54 orders approved". */
export function doneWords(
  t: Translate,
  { words }: Pick<BulkAction, 'words'>,
  done: number,
  number: (value: number) => string,
): string {
  return tPluralDynamic(t, `${words}.done`, done, number(done))
}

type Counted = { done: number; waiting?: number | undefined }

/** How many records passed: done, or waiting for another person's approval. */
export const passedOf = ({ done, waiting = 0 }: Counted): number => done + waiting

/** What became of them: "54 orders approved", or that they wait for another person. */
export function saidOf(
  t: Translate,
  action: Pick<BulkAction, 'words'>,
  answer: Counted,
  number: (value: number) => string,
): string {
  const { done, waiting = 0 } = answer
  return waiting > 0
    ? tPlural(t, 'kit.bulk.waiting', waiting, number(waiting))
    : doneWords(t, action, done, number)
}
