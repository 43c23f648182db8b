import { decideMarketValue, marketValues } from '@kervan/contract/lma/market-files'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconChartLine, IconCheck, IconX } from '@tabler/icons-react'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof marketValues>
const hidden = { hidden: true } as const
const views = {
  valueDay: { pinned: true, width: 116 },
  fileSource: { width: 120 },
  symbol: { width: 130 },
  priceType: { width: 110 },
  fuelProduct: { width: 120 },
  marketValue: { width: 110 },
  lastValue: { width: 130 },
  marketValueState: { badge: true, width: 200 },
  marketValueKind: { width: 130 },
  revision: { width: 100 },
  fileName: { width: 190 },
  fileLine: { width: 90 },
  receivedAt: hidden,
  decidedBy: hidden,
} as const
const renderers = {
  marketValueState: (row: Row) => <StateBadge group="marketValueState" value={row.marketValueState} />,
}
const card = (row: Row) => <Card row={row} />

/** Values of the sources with their revisions; jumps are confirmed here (LMA-002). */
export default function MarketValues() {
  const { t } = useWords()
  const may = useMayChangeCompany()(decideMarketValue)
  const title = t('kind.marketValue.many')
  const decide = useCall(decideMarketValue, { refreshes: ['Lma'] })
  const run = async (row: Row, take: boolean) => {
    if (await decide.run({ valueId: row.id, take }))
      toast('success', t(take ? 'lma.sources.confirmed' : 'lma.sources.refused'))
  }
  return (
    <PageFrame title={title}>
      <DataGrid
        list={marketValues}
        scope={{}}
        label={title}
        nouns="kind.marketValue.count"
        columns={views}
        renderers={renderers}
        quickFilter="marketValueState"
        rowActions={(row) =>
          may && row.marketValueState === 'Held'
            ? [
                {
                  key: 'confirm',
                  label: t('lma.sources.confirm'),
                  icon: IconCheck,
                  run: () => void run(row, true),
                },
                {
                  key: 'refuse',
                  label: t('lma.sources.refuse'),
                  icon: IconX,
                  tone: 'danger',
                  run: () => void run(row, false),
                },
              ]
            : []
        }
        card={card}
        empty={{
          title: t('kind.marketValue.empty'),
          text: t('kind.marketValue.emptyText'),
          icon: IconChartLine,
        }}
      />
    </PageFrame>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard name={row.symbol} mark={<StateBadge group="marketValueState" value={row.marketValueState} />}>
      <CardLine>
        {format.number(row.marketValue, 2)} · {row.fileSource}
      </CardLine>
      <CardLine quiet>{format.date(row.valueDay)}</CardLine>
    </RowCard>
  )
}
