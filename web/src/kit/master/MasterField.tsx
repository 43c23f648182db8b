import type { Field } from '@kervan/contract/kit/master-fields'
import type { MasterData } from '@kervan/contract/kit/master-data'
import { callServer } from '../call/client.ts'
import { CurrencyField } from '../form/CurrencyField.tsx'
import { DateField } from '../form/DateField.tsx'
import { DecimalField } from '../form/DecimalField.tsx'
import { ChecksField, NumberField, SelectField, SwitchField, TextAreaField } from '../form/fields.tsx'
import { InstantField } from '../form/InstantField.tsx'
import { LookupField, MultiLookupField, type LookupOption } from '../form/LookupField.tsx'
import { TextField, type FieldProps } from '../form/TextField.tsx'
import { useWords } from '../i18n/words.ts'
import { DocumentField } from './DocumentField.tsx'
import { PropertyInputs } from './PropertyInputs.tsx'
import type { Model } from './types.ts'
import { useFieldWords } from './words.ts'

type Props = {
  model: Model
  name: string
  disabled?: boolean
  focusFirst?: boolean
  /** What the records are called that are chosen already, by code. */
  names?: Readonly<Record<string, string>>
  /** The record whose documents are opened; null for a new one. */
  recordId?: string | null
}

const noNames: NonNullable<Props['names']> = {}

/** The input of one field of a kind, as its declaration has it. A picture has one only where the area brings it. */
export function MasterField({
  model,
  name,
  disabled = false,
  focusFirst = false,
  names = noNames,
  recordId = null,
}: Props) {
  const { state } = useWords()
  const { label } = useFieldWords(model.kind)
  const field = model.kind.fields[name]
  if (!field) return null
  const props: FieldProps = {
    name,
    label: label(name),
    // A flag is said or not; it is never left empty.
    optional: field.optional && field.type !== 'flag',
    disabled,
    focusFirst,
  }
  const Own = model.options.inputs?.[name]
  if (Own) return <Own {...props} />
  const limit = field.max === null ? {} : { maxLength: field.max }
  const choices = (field.values ?? []).map((value) => ({ value, label: state(field.words ?? '', value) }))
  switch (field.type) {
    case 'text':
      if (field.to !== null)
        return <LookupField {...props} {...lookupOf(model, field)} known={knownOf(names)} />
      return field.lines > 1 ? (
        <TextAreaField {...props} {...limit} rows={field.lines} />
      ) : (
        <TextField
          {...props}
          {...limit}
          {...(field.format === 'email' ? { type: 'email', inputMode: 'email' } : {})}
          autoComplete="off"
        />
      )
    case 'code':
      if (field.format === 'currency') return <CurrencyField {...props} />
      return <TextField {...props} {...limit} autoComplete="off" />
    case 'choice':
      return <SelectField {...props} data={choices} />
    case 'choices':
      return <ChecksField {...props} data={choices} />
    case 'reference':
      return <LookupField {...props} {...lookupOf(model, field)} known={knownOf(names)} />
    case 'references':
      return <MultiLookupField {...props} {...lookupOf(model, field)} known={knownOf(names)} />
    case 'integer':
      return <NumberField {...props} {...rangeOf(field)} />
    case 'decimal':
      return <DecimalField {...props} />
    case 'date':
      return <DateField {...props} />
    case 'instant':
      return <InstantField {...props} />
    case 'flag':
      return <SwitchField {...props} />
    case 'properties':
      return model.kind.properties && <PropertyInputs {...props} call={model.kind.properties} />
    case 'file': {
      const { uploadFile, openFile } = model.kind
      if (!uploadFile || !openFile) return null
      return (
        <DocumentField {...props} upload={uploadFile} open={openFile} recordId={recordId} names={names} />
      )
    }
    case 'picture':
      return null
  }
}

const rangeOf = ({ min, max }: Field) => ({
  ...(min === null ? {} : { min }),
  ...(max === null ? {} : { max }),
})

const knownOf = (names: Readonly<Record<string, string>>): LookupOption[] =>
  Object.entries(names).map(([code, label]) => ({ value: code, label, code }))

/** The records a field may lead to, found on the server while typing; the kind they are of is fetched with the first question. */
function lookupOf({ options: { targets } }: Model, { to }: Field) {
  const target = targets?.[to ?? '']
  return {
    lookupKey: ['MasterData', to],
    load: async (search: string, signal: AbortSignal) => {
      if (!target) throw new Error(`no target is given for references to ${to ?? ''}`)
      const { find }: MasterData = await target()
      const { options, hasMore } = await callServer(find, { search: search.slice(0, 100) }, { signal })
      return {
        options: options.map(({ code, name }) => ({ value: code, label: name, code })),
        hasMore,
      }
    },
  }
}
