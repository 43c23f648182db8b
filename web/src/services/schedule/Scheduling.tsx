import { addPlan, cancelPlan, serviceDates, servicePlans } from '@kervan/contract/services/scheduling'
import type { RowOf } from '@kervan/contract/kit/page'
import { addMonths } from '@kervan/contract/kit/days'
import { Button } from '@mantine/core'
import { IconBan, IconCalendarTime, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useHotkey } from '../../kit/hotkeys.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { schedulingSearch, serviceMonths } from '../search.ts'
import { CalendarView } from './CalendarView.tsx'
import { NewPlanDialog } from './NewPlanDialog.tsx'

type Row = RowOf<typeof servicePlans>

const actions: readonly RecordAction<Row>[] = [
  {
    key: 'cancel',
    label: 'services.schedule.cancel.action',
    icon: IconBan,
    tone: 'danger',
    call: cancelPlan,
    ask: { words: 'services.schedule.cancel', input: ({ id }) => ({ planId: id }), danger: true },
  },
]
const card = (row: Row) => <Card row={row} />
const tabs = ['plans', 'dates', 'calendar'] as const

/** When services run (SVC-006): plans, their dates as data, and as a calendar. */
export default function Scheduling() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(schedulingSearch)
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMayChangeCompany()(addPlan)
  useHotkey('n', t('services.schedule.add'), () => mayAdd && setAdding(true))
  const tab = search.tab ?? 'plans'
  return (
    <PageFrame
      title={t('screen.serviceScheduling.title')}
      layout={tab === 'calendar' ? 'scroll' : 'fill'}
      tabs={tabs.map((key) => ({ key, label: t(`services.schedule.tabs.${key}`), search: { tab: key } }))}
      tab={tab}
      actions={
        mayAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('services.schedule.add')}
          </Button>
        )
      }
    >
      {tab === 'plans' && <Plans />}
      {tab === 'dates' && <Dates from={search.from} to={search.to} onWindow={(window) => change(window)} />}
      {tab === 'calendar' && <CalendarView search={search} change={change} />}
      {isAdding && <NewPlanDialog onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}

function Plans() {
  const { t } = useWords()
  const { grid, dialog } = useRecordActions<Row>(actions, {
    nouns: 'services.schedule.count',
    refreshes: ['ServiceSchedule', 'Calendar', 'ServiceStrategy'],
    nameOf: ({ planCode }) => planCode,
  })
  return (
    <>
      <DataGrid
        list={servicePlans}
        label={t('screen.serviceScheduling.title')}
        nouns="services.schedule.count"
        columns={{
          planCode: { width: 110, pinned: true },
          strategyName: { width: 220 },
          planState: { width: 130, badge: true },
          rulePeriod: { width: 130 },
          ruleSays: { width: 220 },
          startDate: { width: 120 },
          endDate: { width: 120 },
          openDates: { width: 120 },
          nextServiceDate: { width: 170 },
          conflictingStrategy: { width: 200, whenFilled: true },
          conflictChoice: { width: 200, whenFilled: true },
          projectName: { width: 180 },
          recordUser: { width: 150 },
          recordDate: { width: 150 },
          strategyCode: { hidden: true },
        }}
        quickFilter="planState"
        card={card}
        {...grid}
        empty={{
          title: t('services.schedule.empty'),
          text: t('services.schedule.emptyText'),
          icon: IconCalendarTime,
        }}
      />
      {dialog}
    </>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard name={row.strategyName} mark={<StateBadge group="planState" value={row.planState} />}>
      <CardLine>{row.ruleSays}</CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.planCode}</span>
        <span>{format.date(row.nextServiceDate)}</span>
      </CardLine>
    </RowCard>
  )
}

type Window = { from: string; to: string }

function Dates({
  from,
  to,
  onWindow,
}: Partial<Record<keyof Window, string | undefined>> & { onWindow: (of: Window) => void }) {
  const { t } = useWords()
  const window = { from: from ?? addMonths(today(), -1), to: to ?? addMonths(today(), 6) }
  return (
    <DataGrid
      list={serviceDates}
      scope={window}
      label={t('screen.serviceDates.title')}
      nouns="services.calendar.count"
      columns={{
        serviceDate: { width: 140, pinned: true },
        strategyName: { width: 220 },
        dateState: { width: 130, badge: true },
        plannedDate: { width: 140 },
        planCode: { width: 110 },
        runCode: { width: 130 },
        serviceProduct: { width: 160 },
        projectName: { width: 180 },
        changedAt: { width: 150 },
        changedBy: { width: 150 },
        strategyCode: { hidden: true },
        projectDomain: { hidden: true },
      }}
      quickFilter="dateState"
      filters={
        <DateWindow
          value={window}
          months={serviceMonths}
          label={t('column.serviceDate')}
          onChange={onWindow}
        />
      }
      empty={{
        title: t('services.calendar.empty'),
        text: t('services.calendar.emptyText'),
        icon: IconCalendarTime,
      }}
    />
  )
}
