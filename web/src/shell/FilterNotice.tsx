import { getActiveUIFilters } from '@kervan/contract/company/ui-filters'
import { screens } from '@kervan/contract/shell/screens'
import { IconFilter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { read } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import css from './filterNotice.module.css'

const screen = screens.find(({ key }) => key === 'uiFilterManagement')
const oftenMs = 2_000
const seldomMs = 60_000

/** Says above every page that the company shows part of its locations or products, and that more of it is coming (UIF-001). */
export default function FilterNotice() {
  const { t } = useTranslation()
  const rights = useRights()
  const { data } = useQuery({
    ...read(getActiveUIFilters, {}),
    refetchInterval: ({ state }) =>
      state.data?.filters.some(({ preparing }) => preparing) ? oftenMs : seldomMs,
  })
  const filters = data?.filters ?? []
  useFreshLists(data && JSON.stringify(filters))
  const narrowing = filters.filter(({ narrows }) => narrows)
  const coming = filters.filter(({ preparing }) => preparing)
  if (narrowing.length + coming.length === 0) return null
  const names = (some: typeof filters) => some.map(({ name }) => name).join(', ')
  return (
    <output className={css.bar}>
      <IconFilter size={14} aria-hidden />
      <span className={css.words}>
        {narrowing.length > 0 && <span>{t('company.uiFilter.narrowed', { names: names(narrowing) })}</span>}
        {coming.length > 0 && <span>{t('company.uiFilter.preparing', { names: names(coming) })}</span>}
      </span>
      {screen && rights.has(screen.permission) && (
        <Link to={screen.path} className={css.link}>
          {t('company.uiFilter.manage')}
        </Link>
      )}
    </output>
  )
}

/** What is on screen was read under other filters: everything is asked anew. */
function useFreshLists(known: string | undefined): void {
  const queries = useQueryClient()
  const before = useRef(known)
  useEffect(() => {
    if (before.current !== undefined && known !== before.current)
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] !== getActiveUIFilters.operation,
      })
    before.current = known
  }, [known, queries])
}
