import { poolPrinciples } from '@kervan/contract/services/principles'
import { addStrategy, getStrategySetup, strategies } from '@kervan/contract/services/strategies'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconPlus, IconTargetArrow } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { useHotkey } from '../../kit/hotkeys.ts'
import { SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { strategiesSearch } from '../search.ts'
import { usePoolDeletion } from './poolDeletion.ts'
import { StrategyDrawer } from './StrategyDrawer.tsx'
import { useStrategyActions } from './strategyActions.tsx'

type Row = RowOf<typeof strategies>

const views = {
  strategyCode: { width: 120, pinned: true },
  strategyName: { width: 240 },
  strategyState: { width: 150 },
  projectName: { width: 200 },
  serviceProduct: { width: 160 },
  principleCount: { width: 100 },
  pendingPrinciples: { width: 140 },
  nextServiceDate: { width: 170 },
  planNo: { width: 130 },
  changedAt: { width: 150 },
  changedBy: { width: 150 },
  strategySegment: { width: 150 },
  projectDomain: { width: 120 },
  expiredPrinciples: { hidden: true },
  projectCode: { hidden: true },
} as const
const renderers = {
  strategyState: (row: Row) => <StateBadge group="strategyState" value={row.strategyState} />,
}
const card = (row: Row) => <Card row={row} />

/** Strategies with their principles (SVC-003), and the pool that all of them may use. */
export default function Strategies() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(strategiesSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMayChangeCompany()(addStrategy)
  const { grid, dialog } = useStrategyActions()
  useHotkey('n', t('services.strategy.add'), () => mayAdd && setAdding(true))
  const tab = search.tab ?? 'strategies'
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ strategy: id ?? undefined }, options)
  return (
    <PageFrame
      title={t('screen.serviceStrategies.title')}
      tabs={(['strategies', 'pool'] as const).map((key) => ({
        key,
        label: t(`services.strategy.tabs.${key}`),
        search: { tab: key },
      }))}
      tab={tab}
      actions={
        mayAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('services.strategy.add')}
          </Button>
        )
      }
    >
      {tab === 'strategies' ? (
        <DataGrid
          list={strategies}
          label={t('screen.serviceStrategies.title')}
          nouns="services.strategy.count"
          columns={views}
          renderers={renderers}
          quickFilter="strategyState"
          onPage={setPage}
          onOpen={(row) => open(row.id)}
          openId={search.strategy ?? null}
          card={card}
          {...grid}
          empty={{
            title: t('services.strategy.empty'),
            text: t('services.strategy.emptyText'),
            icon: IconTargetArrow,
          }}
        />
      ) : (
        <Pool />
      )}
      <StrategyDrawer id={search.strategy ?? null} page={page} onOpen={open} />
      {isAdding && (
        <AddStrategy
          onClose={() => setAdding(false)}
          onMade={(id) => {
            setAdding(false)
            open(id)
          }}
        />
      )}
      {dialog}
    </PageFrame>
  )
}

function Pool() {
  const { t } = useWords()
  const deletion = usePoolDeletion()
  return (
    <DataGrid
      list={poolPrinciples}
      label={t('screen.poolPrinciples.title')}
      nouns="services.principle.count"
      columns={{
        principleCode: { width: 120, pinned: true },
        principleName: { width: 220 },
        principleType: { width: 160 },
        principleState: { width: 150, badge: true },
        principleSays: { width: 320 },
        strategyCount: { width: 110 },
        startDate: { width: 120 },
        endDate: { width: 120 },
        authorName: { width: 150 },
      }}
      rowActions={(row) => deletion(row)}
      empty={{
        title: t('refusal.NoPrincipleOnPool'),
        text: t('services.principle.poolText'),
        icon: IconTargetArrow,
      }}
    />
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard name={row.strategyName} mark={<StateBadge group="strategyState" value={row.strategyState} />}>
      <CardLine>{row.projectName}</CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.strategyCode}</span>
        <span>{format.date(row.nextServiceDate)}</span>
      </CardLine>
    </RowCard>
  )
}

const schema = z.object({
  strategyName: z.string().trim().min(1, 'services.strategy.nameNeeded').max(120),
  projectCode: z.string().min(1, 'services.strategy.projectNeeded'),
  description: z.string().max(1_000),
})

function AddStrategy({ onMade, onClose }: { onMade: (id: string) => void; onClose: () => void }) {
  const { t, column } = useWords()
  const setup = useRead(getStrategySetup, {})
  const add = useCall(addStrategy, { refreshes: ['ServiceStrategy'] })
  return (
    <FormDialog
      title={t('services.strategy.add')}
      action={t('services.strategy.addAction')}
      schema={schema}
      start={{ strategyName: '', projectCode: '', description: '' }}
      keepOpen
      onSubmit={async ({ description, ...values }) => {
        const made = await add.attempt({ ...values, description: description.trim() || null })
        if (!made) return false
        onMade(made.strategyId)
        return true
      }}
      onClose={onClose}
    >
      <TextField name="strategyName" label={column('strategyName')} />
      <SelectField
        name="projectCode"
        label={column('projectName')}
        data={(setup.data?.projects ?? []).map(({ code, name }) => ({
          value: code,
          label: `${name} (${code})`,
        }))}
      />
      <TextAreaField name="description" label={column('description')} rows={3} optional />
    </FormDialog>
  )
}
