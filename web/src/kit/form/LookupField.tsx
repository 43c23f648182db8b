import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from './FieldFrame.tsx'
import { matches } from '../fold.ts'
import css from './lookup.module.css'
import { nameOf, rememberNames } from './lookupNames.ts'
import { passed, useField, type FieldProps } from './TextField.tsx'

export type LookupOption = {
  value: string
  label: string
  /** A code beside the name. */ code?: string
  /** Why it cannot be chosen. */ blocked?: string | null
}
type Lookup = {
  /** Names the question for the cache; what it depends on belongs in here. */
  lookupKey: readonly unknown[]
  load: (
    search: string,
    signal: AbortSignal,
  ) => Promise<{ options: readonly LookupOption[]; hasMore: boolean }>
  /** What is chosen already, so that it has a name before anything was looked for. */
  known?: readonly LookupOption[]
}

function useLookup({ lookupKey, load, known = [] }: Lookup, chosen: readonly string[]) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, LookupOption>>(() => {
    rememberNames(queries, known)
    return new Map(known.map((option) => [option.value, option]))
  })
  // The name of what is chosen is typed into the field by the field itself; that is no question.
  const isChosen = [...seen.values(), ...known].some(
    ({ value, label }) => chosen.includes(value) && label === typed,
  )
  const question = isChosen ? '' : typed.trim()
  const [search] = useDebouncedValue(question, 200)
  const asked = useQuery({
    queryKey: ['Lookup', ...lookupKey, search],
    queryFn: ({ signal }) => load(search, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const isWaiting = search !== question || asked.isPlaceholderData
  const answered = asked.data?.options ?? []
  // While the next answer is awaited, only options that match what is typed stay. Otherwise the answer would remove the
  // others just when one is pressed, and the press would choose another one or nothing.
  const found = isWaiting
    ? answered.filter(({ label, code }) => matches(question, `${code ?? ''} ${label}`))
    : answered
  const rest = [...known, ...seen.values()].filter(
    ({ value }) => chosen.includes(value) && !found.some((option) => option.value === value),
  )
  // Somebody else's choice that was taken over.
  const taken: LookupOption[] = chosen.flatMap((value) =>
    [...rest, ...found].some((option) => option.value === value)
      ? []
      : [{ value, label: nameOf(queries, value) ?? value }],
  )
  const options = [...new Map([...taken, ...rest, ...found].map((option) => [option.value, option])).values()]
  return {
    typed,
    setTyped,
    remember: (values: readonly string[]) => {
      const chosenNow = options.filter(({ value }) => values.includes(value))
      rememberNames(queries, chosenNow)
      setSeen((before) => new Map([...before, ...chosenNow.map((option) => [option.value, option] as const)]))
    },
    codes: new Map(options.map((option) => [option.value, option])),
    data: options.map(({ value, label, blocked }) => ({
      value,
      label,
      disabled: Boolean(blocked) && !chosen.includes(value),
    })),
    nothing: isWaiting || asked.isFetching ? t('kit.record.loading') : t('kit.form.nothingFound'),
  }
}

function Option({ option, label }: { option: LookupOption | undefined; label: string }) {
  return (
    <span className={css.option} title={option?.blocked ?? undefined}>
      <span>{label}</span>
      {option?.code && <span className="k-mono k-quiet">{option.code}</span>}
      {option?.blocked && <span className={css.blocked}>{option.blocked}</span>}
    </span>
  )
}

/** One record among many, found by the server while typing. */
export function LookupField(props: FieldProps & Lookup & { placeholder?: string }) {
  const { control, attach, frame, value, onChange } = useField(props)
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const lookup = useLookup(props, chosen === null ? [] : [chosen])
  return (
    <FieldFrame {...frame}>
      <Select
        {...control}
        ref={attach}
        {...passed(props)}
        data={lookup.data}
        searchable
        // A dialog that begins here shows its fields first; a click, a key or an arrow opens the list.
        openOnFocus={!props.focusFirst}
        clearable={props.optional ?? false}
        allowDeselect={false}
        filter={({ options }) => options}
        searchValue={lookup.typed}
        onSearchChange={lookup.setTyped}
        nothingFoundMessage={lookup.nothing}
        renderOption={({ option }) => <Option option={lookup.codes.get(option.value)} label={option.label} />}
        value={chosen}
        onChange={(next) => {
          if (next) lookup.remember([next])
          onChange(next)
        }}
      />
    </FieldFrame>
  )
}

/** Several records among many. */
export function MultiLookupField(props: FieldProps & Lookup & { placeholder?: string }) {
  const { control, attach, frame, value, onChange } = useField(props)
  const chosen: string[] = Array.isArray(value) ? value : []
  const lookup = useLookup(props, chosen)
  return (
    <FieldFrame {...frame}>
      <MultiSelect
        {...control}
        ref={attach}
        {...passed(props)}
        data={lookup.data}
        searchable
        hidePickedOptions
        filter={({ options }) => options}
        searchValue={lookup.typed}
        onSearchChange={lookup.setTyped}
        nothingFoundMessage={lookup.nothing}
        renderOption={({ option }) => <Option option={lookup.codes.get(option.value)} label={option.label} />}
        value={chosen}
        onChange={(next) => {
          lookup.remember(next)
          onChange(next)
        }}
      />
    </FieldFrame>
  )
}
