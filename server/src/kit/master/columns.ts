import type { Assignment, FileColumns } from '@kervan/contract/kit/file-columns'
import type { Field } from '@kervan/contract/kit/master-fields'
import { rowActionField } from '@kervan/contract/kit/master-import'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'
import { fold } from '../lists/fold.ts'
import { handle, type Handler } from '../http/handle.ts'
import { assertSeesChange } from './change-lists.ts'
import { readHead, setHead, type ChangeHead } from './change.sql.ts'
import { assignedColumns, assignmentIssues, guessedFields, hasWords, wordsOf } from './assignment.ts'
import { beginReading } from './files.ts'
import { choicesOf, fromFile, isRequired } from './header.ts'
import { allKept, keepColumns, senderOf, type KeptColumns, type KeptProfile } from './kept-columns.ts'
import { seesPrices, visibleKind, type ServedKind } from './kind.ts'
import { presentChange, refusedOnChange } from './present-change.ts'
import { addProperties, mayAddProperties, propertyOf, withOwnColumns } from './own-columns.ts'
import { assertMayImport } from './records.ts'
import { faultyRecord } from './words.ts'

// The columns of a file that is not like the template: what stands in them is shown with a guess, and somebody says which
// field each of them fills. The file is read anew then, by the same job.

const shownSamples = 3

/** The change whose columns are asked for, and what was kept of them. Throws `FileMissing` where there is nothing. */
async function profileOf(
  context: SessionContext,
  served: ServedKind,
  changeId: string,
  options: { lock?: boolean } = {},
): Promise<{ head: ChangeHead; profile: KeptProfile }> {
  const { tx, actor } = context
  const head = await assertSeesChange(context, served, changeId, options)
  const { columns } = await tx
    .selectFrom('master_change')
    .select('columns')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', head.id)
    .executeTakeFirstOrThrow()
  // Somebody else's file may hold prices.
  const hidden = head.made_by !== actor.membershipId && !seesPrices(served, actor)
  if (columns === null || head.file_id === null || hidden) throw refusal('FileMissing')
  return { head, profile: columns as KeptProfile }
}

export const columnsHandler = (served: ServedKind): Handler =>
  handle(served.kind.columns, async (context): Promise<FileColumns> => {
    const { tx, actor, input } = context
    assertMayImport(context, served)
    const { head, profile } = await profileOf(context, served, input.changeId)
    const visible = visibleKind(await withOwnColumns(context, served), actor)
    const kept = await allKept(tx, actor, served.kind.key)
    const own = kept.find(({ sender }) => sender === senderOf(head))
    const given = await assignmentOf(context, head.id)
    const known = [given, own, ...kept].flatMap((one) => one ?? [])
    return {
      fileName: head.file_name ?? '',
      sheets: profile.sheets.map((sheet) => {
        const fields = guessedFields(visible, sheet, known.map(assignedColumns))
        return {
          sheet: sheet.sheet,
          row: sheet.row,
          columns: sheet.columns.map(({ id, title, values, more }, at) => ({
            id,
            title,
            samples: values.slice(0, shownSamples),
            values: more ? null : values,
            field: fields[at] ?? null,
          })),
        }
      }),
      fields: fieldsOf(visible),
      mayAddProperties: mayAddProperties(context, served),
      values: knownValues(known, visible),
      kept: own?.kept ?? null,
    }
  })

async function assignmentOf({ tx, actor }: SessionContext, id: string): Promise<Assignment | null> {
  const { assignment } = await tx
    .selectFrom('master_change')
    .select('assignment')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return assignment as Assignment | null
}

/** What the file's own words were said to mean, the nearest saying first. */
function knownValues(known: readonly (Assignment | KeptColumns)[], served: ServedKind): Assignment['values'] {
  const fields = new Map(fromFile(served))
  const found = new Map<string, Assignment['values'][number]>()
  for (const { values } of known)
    for (const value of values) {
      const key = `${value.field} ${fold(value.from)}`
      if (fields.has(value.field) && !found.has(key)) found.set(key, value)
    }
  return [...found.values()]
}

function fieldsOf(served: ServedKind): FileColumns['fields'] {
  const choices = choicesOf(served)
  const words = (name: string, field: Field) => {
    const own = Object.entries(served.options.valueTitles?.[name] ?? {}).flatMap(([value, said]) =>
      said.map((word) => ({ word: fold(word), value, own: false })),
    )
    const all = [...wordsOf(name, field, choices)].map(([word, value]) => ({ word, value, own: true }))
    return [...all, ...own.filter(({ word }) => !all.some((one) => one.word === word))]
  }
  return fromFile(served).map(([name, field]) => ({
    name,
    property: propertyOf(served, name)?.name ?? null,
    isKey: field.key && served.options.sameAs?.[name] === undefined,
    required:
      propertyOf(served, name)?.required ??
      (field !== rowActionField && isRequired(field) && served.options.sameAs?.[name] === undefined),
    words: hasWords(field) ? words(name, field) : null,
  }))
}

export const assignHandler = (served: ServedKind): Handler =>
  handle(served.kind.assign, async (context) => {
    const { tx, actor, now, language, input } = context
    assertMayImport(context, served)
    const { head, profile } = await profileOf(context, served, input.changeId, { lock: true })
    const refused = refusedOnChange('assign', head, actor)
    if (refused) throw refused
    const { values, keep } = input
    const columns = await addProperties(context, served, input.columns, profile.sheets)
    const visible = visibleKind(await withOwnColumns(context, served), actor)
    const issues = assignmentIssues(visible, { columns, values }, profile.sheets)
    if (issues.length > 0) throw faultyRecord(language, issues, served.kind)
    if (keep)
      await keepColumns(tx, actor, now, { columns, values, kind: served.kind.key, sender: senderOf(head) })
    await tx
      .updateTable('master_change')
      .set({ assignment: JSON.stringify({ columns, values }), refusal: null, refusal_facts: null })
      .where('company_id', '=', actor.company.id)
      .where('id', '=', head.id)
      .execute()
    await setHead(tx, actor, head.id, { state: 'Pending' })
    await beginReading(context, served, head.id)
    return presentChange(context, served, await readHead(tx, served, actor, head.id))
  })
