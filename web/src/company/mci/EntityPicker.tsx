import { mciEntityKind } from '@kervan/contract/company/mci'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readKeeping, useRead } from '../../kit/call/query.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import css from './mci.module.css'
import { mciSearch } from './search.ts'

/** The entity in the address, else the company's first; null while they are asked for and where there is none. */
export function useEntity() {
  const [search, change] = useScreenSearch(mciSearch)
  const asked = useRead(mciEntityKind.find, { search: '' })
  const options = asked.data?.options ?? []
  const id = search.entity ?? options[0]?.id ?? null
  const choose = (entity: string | null) =>
    change({ entity: entity ?? undefined, rowPage: undefined, file: undefined })
  return { id, asked, options, choose }
}

type Found = OutputOf<typeof mciEntityKind.find>['options']

/** The entities of a company are more than one answer has: they are found while typing. */
function EntitySelect({
  id,
  first,
  onChoose,
}: {
  id: string
  first: Found
  onChoose: (id: string | null) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const known = first.find((one) => one.id === id)
  // One from the address may be beyond the first.
  const chosen = useRead(mciEntityKind.get, { id }, { enabled: known === undefined }).data
  const label = known ? labelOf(known) : (chosen?.title ?? '')
  // The name of what is chosen is written into the field by the field itself; that is no question.
  const [search] = useDebouncedValue(typed === label ? '' : typed.trim().slice(0, 100), 200)
  const found = useQuery(readKeeping(mciEntityKind.find, { search }))
  const options = (found.data?.options ?? first).map((one) => ({ value: one.id, label: labelOf(one) }))
  return (
    <Select
      label={t('kind.mciEntity.one')}
      data={options.some(({ value }) => value === id) ? options : [...options, { value: id, label }]}
      value={id}
      searchable
      filter={({ options: given }) => given}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isFetching ? t('kit.record.loading') : t('kit.form.nothingFound')}
      allowDeselect={false}
      onChange={onChoose}
    />
  )
}

const labelOf = ({ code, name }: Found[number]) => `${code} – ${name}`

/** One field for the entity above what is shown of it, or what stands there without one. */
export function EntityBar({
  entity: { id, asked, options, choose },
  more,
  children,
}: {
  entity: ReturnType<typeof useEntity>
  more?: ReactNode
  children: (id: string) => ReactNode
}) {
  const { t } = useTranslation()
  if (!asked.data) return <ReadState asked={asked} />
  if (id === null)
    return (
      <EmptyState icon={IconTable} title={t('kind.mciEntity.empty')} text={t('kind.mciEntity.emptyText')} />
    )
  return (
    <>
      <div className={css.bar}>
        <EntitySelect id={id} first={options} onChoose={choose} />
        {more}
      </div>
      {children(id)}
    </>
  )
}
