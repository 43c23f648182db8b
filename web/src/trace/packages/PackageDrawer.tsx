import {
  getPackage,
  packagePacks,
  type PackageTree,
  type tracePackages,
} from '@kervan/contract/trace/packages'
import type { RowOf } from '@kervan/contract/kit/page'
import { UnstyledButton } from '@mantine/core'
import { IconBox, IconPackages, IconStack2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePolled } from '../../kit/call/usePolled.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { PackSerial } from '../../kit/record/PackPassportLink.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from '../trace.module.css'

type Props = RecordPlace<RowOf<typeof tracePackages>>

/** A package as a tree of pallets and cases, with the packs of the one that is chosen; its reading is followed here. */
export function PackageDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const queries = useQueryClient()
  const asked = usePolled(
    getPackage,
    { packageId: shown ?? '' },
    { everyMs: 700, enabled: id !== null, until: ({ packageState }) => packageState !== 'Reading' },
  )
  const state = asked.data?.packageState
  useEffect(() => {
    if (state !== undefined && state !== 'Reading')
      void queries.invalidateQueries({ queryKey: ['PfsiService', 'GetPackages'] })
  }, [state, queries])
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ documentNumber }) => documentNumber ?? t('trace.tabs.packages')}
      untitled={t('trace.tabs.packages')}
      named="code"
      badges={({ packageState }) => <StateBadge group="ptsState" value={packageState} />}
      facts={({ shipTo, note }) => (
        <FactList
          className={css.facts}
          facts={[
            [t('column.shipToLocation'), shipTo],
            [t('column.packageNotes'), note],
          ]}
        />
      )}
      banner={({ problem }) => problem && <RecordBanner>{problem}</RecordBanner>}
      tabs={[
        {
          key: 'tree',
          label: t('trace.packages.tree'),
          show: (tree) =>
            tree.packageState === 'Reading' ? (
              <p>{t('trace.packages.reading')}</p>
            ) : (
              tree.packageState === 'Read' && <Tree tree={tree} />
            ),
        },
      ]}
    />
  )
}

const packRenderers = {
  serialNumber: ({ gtin, serialNumber }: RowOf<typeof packagePacks>) => (
    <PackSerial gtin={gtin} serialNumber={serialNumber} />
  ),
}
type Carrier = PackageTree['carriers'][number]

function Tree({ tree }: { tree: PackageTree }) {
  const { t } = useWords()
  const first = tree.carriers.find(({ packs }) => packs > 0)?.no ?? null
  const [chosen, setChosen] = useState<number | null>(first)
  const inside = Map.groupBy(tree.carriers, ({ parent }) => parent)
  const label = tree.carriers.find(({ no }) => no === chosen)?.label ?? t('trace.packages.loose')
  return (
    <>
      <ul className={css.tree} aria-label={t('trace.packages.tree')}>
        {(inside.get(null) ?? []).map((carrier) => (
          <Node key={carrier.no} carrier={carrier} inside={inside} chosen={chosen} choose={setChosen} />
        ))}
        {tree.loosePacks > 0 && (
          <li>
            <Choice
              label={t('trace.packages.loose')}
              packs={tree.loosePacks}
              on={chosen === null}
              choose={() => setChosen(null)}
            />
          </li>
        )}
      </ul>
      <div className={css.packs}>
        <DataGrid
          list={packagePacks}
          scope={{ packageId: tree.id, carrierNo: chosen }}
          label={t('trace.packages.packsIn', { label })}
          nouns="trace.count"
          state="own"
          renderers={packRenderers}
        />
      </div>
    </>
  )
}

type NodeProps = {
  carrier: Carrier
  inside: ReadonlyMap<number | null, Carrier[]>
  chosen: number | null
  choose: (no: number) => void
}

function Node({ carrier, inside, chosen, choose }: NodeProps) {
  const within = inside.get(carrier.no) ?? []
  return (
    <li>
      <Choice
        label={carrier.label}
        packs={carrier.packs}
        holds={within.length > 0}
        on={chosen === carrier.no}
        choose={() => choose(carrier.no)}
      />
      {within.length > 0 && (
        <ul className={css.tree}>
          {within.map((one) => (
            <Node key={one.no} carrier={one} inside={inside} chosen={chosen} choose={choose} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Choice(given: { label: string; packs: number; holds?: boolean; on: boolean; choose: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const { label, packs, holds = false, on, choose } = given
  const Icon = holds ? IconStack2 : packs > 0 ? IconBox : IconPackages
  return (
    <UnstyledButton className={css.node} aria-pressed={on} onClick={choose}>
      <Icon size={16} aria-hidden />
      <span className="k-mono">{label}</span>
      {packs > 0 && (
        <span className="k-quiet">{tPlural(t, 'trace.packages.packs', packs, format.number(packs))}</span>
      )}
    </UnstyledButton>
  )
}
