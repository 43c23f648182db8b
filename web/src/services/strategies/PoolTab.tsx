import { addPoolPrinciple, poolPrinciples } from '@kervan/contract/services/principles'
import type { StrategyRecord } from '@kervan/contract/services/strategies'
import { IconPlus } from '@tabler/icons-react'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { usePoolDeletion } from './poolDeletion.ts'
import { refreshes } from './PrincipleItem.tsx'

/** Principles of the pool, to be taken over by the strategy. */
export function PoolTab({ found }: { found: StrategyRecord }) {
  const { t } = useWords()
  const add = useCall(addPoolPrinciple, {
    refreshes,
    onDone: () => toast('success', t('services.principle.taken')),
  })
  const deletion = usePoolDeletion()
  const own = new Set(found.principles.map(({ id }) => id))
  const blocked = found.actions.addPrinciple
  return (
    <DataGrid
      list={poolPrinciples}
      label={t('screen.poolPrinciples.title')}
      nouns="services.principle.count"
      state="own"
      columns={{
        principleCode: { width: 110 },
        principleName: { width: 180 },
        principleSays: { width: 300 },
        principleState: { width: 150, badge: true },
        strategyCount: { hidden: true },
        authorName: { hidden: true },
        startDate: { hidden: true },
        endDate: { hidden: true },
      }}
      rowActions={(row) => [
        ...(blocked === undefined
          ? []
          : [
              {
                key: 'take',
                label: t('services.principle.take'),
                icon: IconPlus,
                blocked: own.has(row.id) ? t('services.principle.there') : blocked,
                run: () => void add.run({ strategyId: found.id, principleId: row.id }),
              },
            ]),
        ...deletion(row, own.has(row.id) ? found.id : null),
      ]}
      empty={{ title: t('refusal.NoPrincipleOnPool'), text: t('services.principle.poolText') }}
    />
  )
}
