import {
  activateUIFilter,
  deactivateUIFilter,
  removeUIFilter,
  saveUIFilter,
  uiFilters,
} from '@kervan/contract/company/ui-filters'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import {
  IconFilter,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { FilterDialog } from './FilterDialog.tsx'
import { filterSearch } from './search.ts'

type Row = RowOf<typeof uiFilters>

const views = {
  customerPolicyName: { pinned: true, width: 260 },
  orderIndex: { width: 92 },
  customerPolicyId: { width: 120, hidden: true },
  uiFilterType: { width: 120 },
  uiFilterSource: { width: 140 },
  state: { width: 230, badge: true },
  // The state says both.
  ready: { width: 92, hidden: true },
  active: { width: 92, hidden: true },
  records: { width: 120 },
  preparedAt: { width: 160, whenFilled: true },
  changedBy: { width: 160 },
  changedAt: { width: 160, hidden: true },
} as const

const renderers = { state: (row: Row) => <StateBadge group="uiFilterState" value={row.state} /> }

/** A filter in the list, and the one whose form is open. */
type Acted = Pick<Row, 'id' | 'version' | 'actions' | 'active' | 'state' | 'customerPolicyName'>

const asked = ({ id, version }: Acted) => ({ uiFilterId: id, version })
const actionsWith = (open: (id: string) => void): readonly RecordAction<Acted>[] => [
  {
    key: 'activate',
    label: 'company.uiFilter.act.activate',
    icon: IconPlayerPlay,
    tone: 'primary',
    call: activateUIFilter,
    ask: { words: 'company.uiFilter.activate', input: asked },
    shown: ({ active, state }) => !active || state === 'PreparationFailed',
  },
  {
    key: 'deactivate',
    label: 'company.uiFilter.act.deactivate',
    icon: IconPlayerStop,
    call: deactivateUIFilter,
    ask: { words: 'company.uiFilter.deactivate', input: asked },
    shown: ({ active }) => active,
  },
  {
    key: 'edit',
    label: 'company.uiFilter.act.edit',
    icon: IconPencil,
    hotkey: 'e',
    call: saveUIFilter,
    run: ({ id }) => open(id),
  },
  {
    key: 'remove',
    label: 'company.uiFilter.act.remove',
    icon: IconTrash,
    tone: 'danger',
    call: removeUIFilter,
    ask: { words: 'company.uiFilter.remove', input: asked },
  },
]

/** What the company narrows its lists of locations and products to (UIF-001). */
export default function UIFilters() {
  const { t } = useTranslation()
  const [search, change] = useScreenSearch(filterSearch)
  const may = useMayChangeCompany()
  const open = (filter: string) => change({ filter })
  const close = () => change({ filter: undefined })
  const { grid, actionsOf, dialog } = useRecordActions<Acted>(actionsWith(open), {
    nouns: 'company.uiFilter.count',
    refreshes: ['UIFilterManagement'],
    nameOf: ({ customerPolicyName }) => customerPolicyName,
    failed: 'company.uiFilter.failed',
  })
  const maySave = may(saveUIFilter)
  const add = maySave && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('company.uiFilter.new')}
    </Button>
  )
  return (
    <>
      <PageFrame title={t('screen.uiFilterManagement.title')} actions={add}>
        <WholeCompanyNote calls={[saveUIFilter, activateUIFilter, deactivateUIFilter, removeUIFilter]} />
        <DataGrid
          list={uiFilters}
          label={t('screen.uiFilterManagement.title')}
          nouns="company.uiFilter.count"
          columns={views}
          renderers={renderers}
          quickFilter="uiFilterType"
          {...(maySave ? { onOpen: ({ id }: Row) => open(id) } : {})}
          openId={search.filter ?? null}
          {...grid}
          selectable={false}
          card={filterCard}
          empty={{
            title: t('company.uiFilter.empty'),
            text: t('company.uiFilter.emptyText'),
            icon: IconFilter,
            actions: add,
          }}
        />
      </PageFrame>
      {search.filter && maySave && (
        <FilterDialog
          key={search.filter}
          id={search.filter === 'new' ? null : search.filter}
          actionsOf={(filter) => actionsOf(filter).filter(({ key, blocked }) => key !== 'edit' && !blocked)}
          onClose={close}
        />
      )}
      {dialog}
    </>
  )
}

const filterCard = (row: Row) => <FilterCard row={row} />

function FilterCard({ row }: { row: Row }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.customerPolicyName} mark={<StateBadge group="uiFilterState" value={row.state} />}>
      <CardLine quiet>
        <span>
          {state('uiFilterType', row.uiFilterType)} · {state('uiFilterSource', row.uiFilterSource)}
        </span>
        {row.records !== null && <span>{format.number(row.records)}</span>}
      </CardLine>
    </RowCard>
  )
}
