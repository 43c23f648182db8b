import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Fields } from '@kervan/contract/kit/master-fields'
import { IconTable } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../grid/DataGrid.tsx'
import type { AnyList } from '../grid/gridState.ts'
import type { GridPageInfo } from '../grid/types.ts'
import { PageFrame } from '../page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../page/wholeCompany.tsx'
import { useRecordActions } from '../record/recordActions.tsx'
import { useMasterAddress, type MasterAddress } from './address.ts'
import { AsOfBanner } from './asOf.tsx'
import { ChangeList } from './ChangeList.tsx'
import { ChangePage } from './ChangePage.tsx'
import { Compare } from './Compare.tsx'
import { modelOf } from './masterActions.tsx'
import { cardOf, chipsOf, renderersOf, viewsOf } from './masterGrid.tsx'
import { FirstRecord, NeededFirst } from './EmptyKind.tsx'
import { MasterHead } from './MasterHead.tsx'
import { MasterRecord, titleOf } from './MasterRecord.tsx'
import type { GivenOptions, MasterRecord as Acted, MasterRow, Model } from './types.ts'
import { kindWord, nounsOf } from './words.ts'

/**
 * The screen of a kind of master data, whole from its declaration: list, form, import, changes and history. A screen of
 * its own, or a part of one that has several. `options` are what its area adds.
 */
export function masterDataScreen<F extends Fields>(
  kind: MasterData<F>,
  ...[options]: GivenOptions<F>
): ComponentType {
  // From here on the kind is one of any fields.
  const model = modelOf(kind, options ?? {})
  return function MasterDataPart() {
    const address = useMasterAddress()
    const { change, view } = address.search
    if (change) return <ChangePage key={change} kind={model.kind} changeId={change} address={address} />
    if (view === 'changes') return <ChangeList kind={model.kind} address={address} />
    return <Records model={model} address={address} compares={view === 'compare'} />
  }
}

type Props = { model: Model; address: MasterAddress; compares: boolean }

/** The records, or what differs between two days, with the record that is open beside them. */
function Records({ model, address, compares }: Props) {
  const { t } = useTranslation()
  const { kind } = model
  const { search, change } = address
  const [page, setPage] = useState<GridPageInfo<MasterRow> | null>(null)
  const may = useMayChangeCompany()
  const open = (record: string) => change({ record })
  const { grid, actionsOf, dialog } = useRecordActions<Acted>(
    model.actions((record) => change({ record, tab: 'details' })),
    {
      nouns: nounsOf(kind),
      refreshes: [kind.group],
      nameOf: (record) => record.title ?? titleOf(model, record),
      onDone: (key) => {
        // What is gone is not looked at any longer.
        if (key === 'delete') change({ record: undefined, tab: undefined })
      },
    },
  )
  const isPast = search.day !== undefined
  const mayEdit = may(kind.save)
  const head = <MasterHead model={model} address={address} />
  return (
    <>
      {compares ? (
        <Compare kind={kind} address={address} />
      ) : (
        <PageFrame title={kindWord(t, kind, 'many')} actions={head}>
          <WholeCompanyNote calls={[kind.save, kind.change, kind.remove, kind.upload]} />
          {search.day && <AsOfBanner day={search.day} onBack={() => change({ day: undefined })} />}
          <DataGrid<AnyList>
            list={kind.list}
            scope={{ day: search.day ?? null }}
            label={kindWord(t, kind, 'many')}
            nouns={nounsOf(kind)}
            columns={viewsOf(model)}
            renderers={renderersOf(model) as never}
            quickFilter={chipsOf(model)}
            onPage={setPage as never}
            onOpen={({ id }) => open(id as string)}
            openId={search.record ?? null}
            {...(isPast || !may(kind.list.page) ? { selectable: false } : (grid as object))}
            card={(model.options.card ?? cardOf(model)) as never}
            empty={{
              title: isPast ? t('masterData.asOf.none') : kindWord(t, kind, 'empty'),
              ...(isPast
                ? {}
                : {
                    text: (
                      <>
                        {kindWord(t, kind, 'emptyText')}
                        <NeededFirst model={model} />
                      </>
                    ),
                  }),
              icon: IconTable,
              actions: !isPast && (
                <FirstRecord model={model} address={address} onNew={mayEdit ? () => open('new') : null} />
              ),
            }}
          />
        </PageFrame>
      )}
      <MasterRecord
        model={model}
        address={address}
        page={compares ? null : page}
        actionsOf={actionsOf}
        mayEdit={mayEdit}
      />
      {dialog}
    </>
  )
}
