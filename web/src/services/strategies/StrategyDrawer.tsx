import type { Principle } from '@kervan/contract/services/principles'
import type { PrincipleType } from '@kervan/contract/services/words'
import { getStrategy, type strategies, type StrategyRecord } from '@kervan/contract/services/strategies'
import type { RowOf } from '@kervan/contract/kit/page'
import { usePolled } from '../../kit/call/usePolled.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from '../services.module.css'
import { PlanSheet } from './PlanSheet.tsx'
import { useStrategyActions } from './strategyActions.tsx'
import { Principles } from './Principles.tsx'
import { PoolTab } from './PoolTab.tsx'

type Props = RecordPlace<RowOf<typeof strategies>>

/** A strategy beside its list: principles, what freezes it, its compiled plan. */
export function StrategyDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const asked = usePolled(
    getStrategy,
    { strategyId: shown ?? '' },
    { everyMs: 1_000, enabled: id !== null, until: ({ state }) => state !== 'Processing' },
  )
  const { data: found } = asked
  const { actionsOf, dialog } = useStrategyActions()
  const record = found && { ...found, strategyName: found.name, strategyCode: found.code }
  const principles = (
    key: 'principles' | 'entities' | 'filters',
    type: PrincipleType,
    isShown: (principle: Principle) => boolean,
  ) => ({
    key,
    label: t(`services.strategy.tab.${key}`),
    show: (strategy: StrategyRecord) => (
      <Principles found={strategy} principles={strategy.principles.filter(isShown)} type={type} />
    ),
  })
  const history = useHistoryTab<StrategyRecord>(
    'strategy',
    (strategy) => strategy.id,
    t('services.strategy.tab.history'),
  )
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      size={920}
      title={({ name }) => name}
      untitled={t('column.strategyName')}
      badges={({ state }) => <StateBadge group="strategyState" value={state} />}
      facts={(strategy) => <Facts found={strategy} />}
      banner={(strategy) => <Banners found={strategy} />}
      tabs={[
        principles('principles', 'Setting', () => true),
        principles('entities', 'CustomData', ({ type }) => type === 'CustomData'),
        principles('filters', 'Filter', ({ type }) => type === 'Filter'),
        {
          key: 'pool',
          label: t('services.strategy.tab.pool'),
          fill: true,
          show: (strategy) => <PoolTab found={strategy} />,
        },
        {
          key: 'plan',
          label: t('services.strategy.tab.plan'),
          show: ({ id: strategyId, planNo }) => <PlanSheet strategyId={strategyId} planNo={planNo} />,
        },
        ...history,
      ]}
      actions={record ? actionsOf(record) : []}
      dialog={dialog}
    />
  )
}

function Facts({ found }: { found: StrategyRecord }) {
  const { column, state } = useWords()
  const format = useFormats()
  return (
    <FactList
      className={css.facts}
      facts={[
        [
          column('strategyCode'),
          <span key="code" className="k-mono">
            {found.code}
          </span>,
        ],
        [column('projectName'), `${found.projectName} (${found.projectCode})`],
        [column('serviceProduct'), state('serviceProduct', found.service)],
        [column('projectDomain'), state('projectDomain', found.projectDomain)],
        [column('strategySegment'), state('strategySegment', found.segment)],
        [
          column('planNo'),
          found.planNo === null ? null : `${found.planNo} · ${format.dateTime(found.compiledAt)}`,
        ],
        [column('description'), found.description],
      ]}
    />
  )
}

/** What freezes the strategy until when, and why it could not be compiled. */
function Banners({ found }: { found: StrategyRecord }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <>
      {found.frozen.map(({ day, since, until }) => (
        <RecordBanner key={day}>
          {t('services.strategy.frozen', {
            day: format.date(day),
            since: format.dateTime(since),
            until: format.dateTime(until),
          })}
        </RecordBanner>
      ))}
      {found.frozen.length === 0 && found.next && (
        <p className="k-quiet">
          {t('services.strategy.changeable', {
            day: format.date(found.next.day),
            until: format.dateTime(found.next.changeableUntil),
          })}
        </p>
      )}
      {found.errors.length > 0 && (
        <RecordBanner>
          {t('services.strategy.notCompiled')}
          <ul className={css.errors}>
            {found.errors.map(({ principle, message }) => (
              <li key={`${principle} ${message}`}>
                {principle !== null && <span className="k-mono">{principle}: </span>}
                {message}
              </li>
            ))}
          </ul>
        </RecordBanner>
      )}
    </>
  )
}
