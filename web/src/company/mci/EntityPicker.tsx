import { mciEntityKind } from '@kervan/contract/company/mci'
import { Select } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
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
        <Select
          label={t('kind.mciEntity.one')}
          data={options.map((one) => ({ value: one.id, label: `${one.code} – ${one.name}` }))}
          value={id}
          searchable
          allowDeselect={false}
          onChange={choose}
        />
        {more}
      </div>
      {children(id)}
    </>
  )
}
