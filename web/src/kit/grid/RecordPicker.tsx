import { type RecordKind } from '@kervan/contract/kit/found-record'
import { findRecords } from '@kervan/contract/shell/find-records'
import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readKeeping } from '../call/query.ts'
import { useWords } from '../i18n/words.ts'

type Props = {
  kind: RecordKind
  label: string
  chosen: readonly string[]
  onChange: (names: string[]) => void
}

const typingMs = 100

/** Records by their names, found by the server while typing: the filter says which of them a row may be of. */
export function RecordPicker({ kind, label, chosen, onChange }: Props) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const asked = useQuery({
    ...readKeeping(findRecords, { text, kind }),
    enabled: text.length >= keywordMinimum,
  })
  const found = text.length >= keywordMinimum ? (asked.data?.records ?? []) : []
  return (
    <MultiSelect
      label={t('kit.filter.oneOf', { column: label })}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      data={[...new Set([...chosen, ...found.map(({ name }) => name)])]}
      // What the server found fits, whatever it was found by.
      filter={({ options }) =>
        options.filter((option) => 'value' in option && found.some(({ name }) => name === option.value))
      }
      // Open while there is something to seek: what is below it can be reached.
      dropdownOpened={typed.trim() !== ''}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        typed.trim().length < keywordMinimum
          ? t('kit.filter.tooShort', { count: keywordMinimum })
          : t(asked.isFetching ? 'kit.record.loading' : 'kit.form.nothingFound')
      }
      value={[...chosen]}
      onChange={onChange}
    />
  )
}
