import { expectationUnit } from '@kervan/contract/lma/price-units'
import { expectations, runExpectation } from '@kervan/contract/lma/expectations'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconCalculator, IconGasStation } from '@tabler/icons-react'
import { useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { expectationSearch } from '../search.ts'
import { ExpectationDrawer } from './ExpectationDrawer.tsx'

type Row = RowOf<typeof expectations>
const hidden = { hidden: true } as const
const views = {
  runDay: { pinned: true, width: 116 },
  fuelProduct: { width: 110 },
  fuelProductName: { width: 180 },
  expectationState: { badge: true, width: 170 },
  inputsChanged: { width: 150, whenFilled: true },
  priceInForce: { width: 130 },
  expectedPrice: { width: 140 },
  priceChange: { width: 140 },
  changePercent: { width: 120 },
  marketMove: { width: 150 },
  changeExpected: { width: 150 },
  effectiveDay: { width: 116 },
  analystPrice: { width: 170, whenFilled: true },
  actualPrice: { width: 140, whenFilled: true },
  expectationError: { width: 140, whenFilled: true },
  expectationNotes: { width: 220, whenFilled: true },
  marketPrice: hidden,
  quoteDay: hidden,
  rateInForce: hidden,
  rateDay: hidden,
  madeBy: hidden,
  madeAt: hidden,
} as const
const renderers = {
  expectationState: (row: Row) => <StateBadge group="expectationState" value={row.expectationState} />,
}
const card = (row: Row) => <Card row={row} />

/** What the refinery prices will be tomorrow, and why (LMA-003). */
export default function PriceExpectation() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(expectationSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const title = t('screen.priceExpectation.title')
  const permission = expectations.page.permission ?? ''
  const open = (line: string | null, options?: { replace?: boolean }) =>
    change({ line: line ?? undefined }, options)
  if (!rights.has(permission))
    return (
      <PageFrame title={title}>
        <NoRight title={title} permission={permission} />
      </PageFrame>
    )
  return (
    <PageFrame title={title} actions={<RunButton />}>
      <DataGrid
        list={expectations}
        scope={{}}
        label={title}
        nouns="lma.expectation.count"
        columns={views}
        renderers={renderers}
        quickFilter="expectationState"
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.line ?? null}
        card={card}
        empty={{
          title: t('lma.expectation.empty'),
          text: t('lma.expectation.emptyText'),
          icon: IconGasStation,
        }}
      />
      <ExpectationDrawer id={search.line ?? null} page={page} onOpen={open} />
    </PageFrame>
  )
}

/** Calculates today's expectations. What was calculated of the same inputs is kept as it is. */
function RunButton() {
  const { t } = useWords()
  const may = useMayChangeCompany()(runExpectation)
  const run = useCall(runExpectation, {
    refreshes: ['Lma'],
    failed: t('lma.expectation.notMade'),
    onDone: () => toast('success', t('lma.expectation.made')),
  })
  if (!may) return null
  return (
    <Button
      leftSection={<IconCalculator size={16} aria-hidden />}
      loading={run.isPending}
      onClick={() => void run.run({ runDay: null })}
    >
      {t('lma.expectation.run')}
    </Button>
  )
}

function Card({ row }: { row: Row }) {
  const { t, column } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={row.fuelProductName}
      mark={<StateBadge group="expectationState" value={row.expectationState} />}
    >
      <CardLine>
        <span>
          {row.expectedPrice !== null && format.amount(row.expectedPrice)} {expectationUnit}
        </span>
        <span>{row.priceChange !== null && format.amount(row.priceChange)}</span>
      </CardLine>
      <CardLine quiet>
        <span>{format.date(row.runDay)}</span>
        <span>{t(row.changeExpected ? 'lma.expectation.changes' : 'lma.expectation.stays')}</span>
        {row.inputsChanged && <span>{column('inputsChanged')}</span>}
      </CardLine>
    </RowCard>
  )
}
