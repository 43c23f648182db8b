import { dataTransferCalendar, Month } from '@kervan/contract/data/data-transfers'
import { addMonths } from '@kervan/contract/kit/days'
import type { RowOf } from '@kervan/contract/kit/page'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { z } from 'zod'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { addressOf, hasArrived } from './address.ts'
import css from './calendar.module.css'
import { MonthView } from './MonthView.tsx'
import { useGo } from '../../kit/page/go.ts'

type Row = RowOf<typeof dataTransferCalendar>

const search = z.object({
  ...gridSearchShape,
  month: Month.optional().catch(undefined),
  show: z.enum(['month', 'list']).optional().catch(undefined),
})

const views = {
  dueAt: { pinned: true, width: 160 },
  transferName: {},
  dataKind: { width: 170 },
  transferState: { badge: true, width: 140 },
  receivedAt: { width: 160 },
  fileName: { width: 200 },
  sender: { width: 150 },
  source: { hidden: true },
  transferCode: { hidden: true },
} as const

const renderers = {
  transferState: (row: Row) => <StateBadge group="transferState" value={row.transferState} />,
}

/** What was due in a month, what came and what is late, as a calendar and as a list (DAT-001, DAT-002). */
export default function DataTransferCalendar() {
  const { t } = useWords()
  const go = useGo()
  const [{ month = today().slice(0, 7), show = 'month' }, change] = useScreenSearch(search)
  return (
    <PageFrame title={t('kind.dataTransferCalendar.many')} layout={show === 'month' ? 'scroll' : 'fill'}>
      <MonthBar month={month} show={show} onChange={change} />
      {show === 'month' ? (
        <MonthView month={month} />
      ) : (
        <DataGrid
          list={dataTransferCalendar}
          scope={{ month }}
          label={t('kind.dataTransferCalendar.many')}
          nouns="dataManagement.transfer.count"
          columns={views}
          renderers={renderers}
          quickFilter="transferState"
          onOpen={(row) => hasArrived(row) && go(addressOf(row))}
          selectable={false}
          card={dueCard}
          empty={{ title: t('dataManagement.transfer.empty'), text: '', icon: IconCalendarEvent }}
        />
      )}
    </PageFrame>
  )
}

function MonthBar({
  month,
  show,
  onChange,
}: {
  month: string
  show: 'month' | 'list'
  onChange: (search: { month?: string; show?: 'month' | 'list' }) => void
}) {
  const { t } = useWords()
  const { language } = useFormats()
  const go = (months: number) => onChange({ month: addMonths(`${month}-01`, months).slice(0, 7) })
  const isNow = month === today().slice(0, 7)
  return (
    <div className={css.bar} data-list={show === 'list' || undefined}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('dataManagement.transfer.previous')}
        onClick={() => go(-1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <h2 className={css.month} aria-live="polite">
        {monthName(language, month)}
      </h2>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('dataManagement.transfer.next')}
        onClick={() => go(1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <Button
        variant="default"
        size="sm"
        disabled={isNow}
        onClick={() => onChange({ month: today().slice(0, 7) })}
      >
        {t('dataManagement.transfer.today')}
      </Button>
      <SegmentedControl
        className={css.view ?? ''}
        size="sm"
        aria-label={t('dataManagement.transfer.view')}
        value={show}
        data={[
          { value: 'month', label: t('dataManagement.transfer.month') },
          { value: 'list', label: t('dataManagement.transfer.list') },
        ]}
        onChange={(value) => onChange({ show: value === 'list' ? 'list' : 'month' })}
      />
    </div>
  )
}

const monthName = (language: string, month: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

const dueCard = (row: Row) => <DueCard row={row} />

function DueCard({ row }: { row: Row }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.transferName} mark={<StateBadge group="transferState" value={row.transferState} />}>
      <CardLine quiet>
        <span>{t('dataManagement.transfer.dueWas', { due: format.dateTime(row.dueAt) })}</span>
      </CardLine>
      {row.receivedAt && (
        <CardLine quiet>
          <span>{t('dataManagement.transfer.cameAt', { received: format.dateTime(row.receivedAt) })}</span>
        </CardLine>
      )}
    </RowCard>
  )
}
