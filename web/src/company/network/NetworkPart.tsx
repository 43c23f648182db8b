import {
  getSupplyNetwork,
  setSupplyStrategy,
  supplyRelationKind,
  supplyStrategies,
} from '@kervan/contract/company/network'
import type { OutputOf } from '@kervan/contract/kit/call'
import { SegmentedControl, Select } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useMasterAddress } from '../../kit/master/address.ts'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { PageAdditions, PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import css from '../company.module.css'
import mapCss from '../map/map.module.css'
import { targets } from '../targets.ts'
import { NetworkChecks } from './NetworkChecks.tsx'
import { NetworkGraph } from './NetworkGraph.tsx'
import { SupplyPairs } from './SupplyPairs.tsx'
import { useGo } from '../../kit/page/go.ts'

const LocationMap = lazy(() => import('../map/LocationMap.tsx'))
const Records = masterDataScreen(supplyRelationKind, { targets })

const views = ['list', 'graph', 'onMap', 'checks', 'pairs'] as const
const viewSearch = z.object({ show: z.enum(views).optional().catch(undefined) })
type Network = OutputOf<typeof getSupplyNetwork>

/** The replenishment network (LOC-004): its relations, their picture, their map, the checks, the company's strategy. */
export default function NetworkPart() {
  const { t } = useWords()
  const [{ show = 'list' }, change] = useScreenSearch(viewSearch)
  const { search } = useMasterAddress()
  const isList = !search.change && !search.view
  const asked = useRead(getSupplyNetwork, { locationId: null })
  const choice = (
    <SegmentedControl
      aria-label={t('company.view.label')}
      value={show}
      data={views.map((value) => ({ value, label: t(`company.view.${value}`) }))}
      onChange={(value) => change({ show: value })}
    />
  )
  const strategy = asked.data && (
    <div className={css.strategy}>
      <Strategy strategy={asked.data.strategy} />
    </div>
  )
  if (!isList) return <Records />
  if (show === 'list')
    return (
      <PageAdditions value={{ beside: choice, above: strategy }}>
        <Records />
      </PageAdditions>
    )
  return (
    <PageFrame title={t('kind.supplyRelation.many')} beside={choice}>
      {strategy}
      <div className={css.rest}>
        {show === 'pairs' ? (
          <SupplyPairs />
        ) : asked.data ? (
          <Shown show={show} network={asked.data} />
        ) : (
          <div className={css.scroll}>
            <ReadState asked={asked} />
          </div>
        )}
      </div>
    </PageFrame>
  )
}

function Shown({ show, network }: { show: 'graph' | 'onMap' | 'checks'; network: Network }) {
  if (show === 'graph') return <NetworkGraph network={network} />
  if (show === 'checks') return <NetworkChecks network={network} />
  return <NetworkMap network={network} />
}

function NetworkMap({ network: { locations, relations } }: { network: Network }) {
  const { t } = useWords()
  const go = useGo()
  const points = locations.flatMap(({ latitude, longitude, ...one }) =>
    latitude === null || longitude === null ? [] : [{ ...one, latitude, longitude }],
  )
  const byId = new Map(points.map((point) => [point.id, point]))
  const lines = relations.flatMap(({ id, supplierId, receiverId, active }) => {
    const [from, to] = [byId.get(supplierId), byId.get(receiverId)]
    return from && to ? [{ id, from, to, active }] : []
  })
  return (
    <figure className={mapCss.figure} aria-label={t('company.map.label')}>
      <Suspense fallback={<div className={mapCss.canvas} />}>
        <LocationMap
          points={points}
          lines={lines}
          selected={null}
          onSelect={(record) => go({ search: { part: 'location', record, tab: 'network' } })}
        />
      </Suspense>
    </figure>
  )
}

function Strategy({ strategy }: Pick<Network, 'strategy'>) {
  const { t, state } = useWords()
  const may = useMayChangeCompany()
  const save = useCall(setSupplyStrategy, { refreshes: ['LocationManagement'] })
  const choose = async (value: string | null) => {
    const wanted = supplyStrategies.find((one) => one === value)
    if (!wanted || wanted === strategy) return
    const isSure = await confirm({
      title: t('company.network.strategyAsk.title'),
      text: t('company.network.strategyAsk.text'),
      action: t('company.network.strategyAsk.action'),
    })
    if (isSure && (await save.run({ strategy: wanted }))) toast('success', t('company.network.strategySet'))
  }
  return (
    <div className={css.strategyLabel}>
      {may(setSupplyStrategy) ? (
        <>
          <span aria-hidden>{t('company.network.strategy')}</span>
          <Select
            size="xs"
            maw={240}
            aria-label={t('company.network.strategy')}
            value={strategy}
            allowDeselect={false}
            data={supplyStrategies.map((value) => ({ value, label: state('supplyStrategy', value) }))}
            onChange={(value) => void choose(value)}
          />
        </>
      ) : (
        <span>
          {t('company.network.strategy')}: {state('supplyStrategy', strategy)}
        </span>
      )}
    </div>
  )
}
