import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { read, useRead } from '../call/query.ts'
import { toRefused } from '../call/refused.ts'
import type { GridAction, GridPageInfo } from '../grid/types.ts'
import { ReadState } from '../record/ReadState.tsx'
import { RecordDrawer, type DrawerTab } from '../record/RecordDrawer.tsx'
import { FactList, keysOf, RecordBody, RecordFoot, useLast, usePosition } from '../record/RecordParts.tsx'
import { asText } from '../values/asText.ts'
import { companyDay, today } from '../values/companyDay.ts'
import type { MasterAddress } from './address.ts'
import css from './master.module.css'
import { DocumentLink } from './DocumentField.tsx'
import { MasterForm, useShownFields, type MasterAnswer, type Saved } from './MasterForm.tsx'
import { MasterHistory } from './MasterHistory.tsx'
import type { MasterRecord as Acted, MasterRow, Model } from './types.ts'
import { isEmptyList, valuesOn } from './values.ts'
import { WaitingBanner } from './WaitingBanner.tsx'
import { kindWord, useFieldWords } from './words.ts'

type Props = {
  model: Model
  address: MasterAddress
  page: GridPageInfo<MasterRow> | null
  actionsOf: (record: Acted) => GridAction[]
  mayEdit: boolean
}

/** One record beside its list: its form, what became of it, and the tabs of its area. */
export function MasterRecord({ model, address, page, actionsOf, mayEdit }: Props) {
  const { t } = useTranslation()
  const { kind, options } = model
  const { search, change, go } = address
  const id = search.record ?? null
  const shown = useLast(id)
  const isNew = shown === 'new'
  const day = search.day ?? null
  const isPast = day !== null || search.view === 'compare'
  const asked = useQuery({
    ...read(kind.get, { id: isNew ? '' : (shown ?? '') }),
    enabled: shown !== null && !isNew && !isPast,
  })
  const [savedTimes, setSavedTimes] = useState(0)
  const open = (record: string | null, given?: { replace?: boolean }) =>
    change({ record: record ?? undefined, ...(record ? {} : { tab: undefined }) }, given)
  const position = usePosition(page, id, open)
  const record = isNew ? null : (asked.data ?? null)
  const row = page?.rows.find((one) => one.id === shown)
  const title = isNew ? kindWord(t, kind, 'new') : (record?.title ?? (row && titleOf(model, row)) ?? '')
  const actions = record
    ? actionsOf({ id: record.id, actions: record.actions, title: record.title }).filter(
        ({ key }) => key !== 'edit',
      )
    : []
  const tabNamed = (key: string): DrawerTab => ({ key, label: kindWord(t, kind, `tab.${key}`) })
  const own = isNew || isPast ? [] : Object.keys(options.tabs ?? {})
  const first = own.filter((key) => key === options.firstTab)
  const tabs: DrawerTab[] = [
    ...first.map(tabNamed),
    { key: 'details', label: t('masterData.tab.details') },
    ...own.filter((key) => key !== options.firstTab).map(tabNamed),
    ...(isNew ? [] : [{ key: 'history', label: t('masterData.tab.history') }]),
  ]
  const opensWith = first[0] ?? 'details'
  const histories = isNew || isPast ? [] : Object.keys(options.histories ?? {})
  const history = histories.find((key) => key === search.tab) ?? 'history'
  const asksHistory = history !== 'history'
  const tab = asksHistory ? 'history' : (tabs.find(({ key }) => key === search.tab)?.key ?? opensWith)
  const Own = options.tabs?.[tab]
  const History = options.histories?.[history]
  const saved = ({ id: savedId, waits }: Saved) => {
    setSavedTimes((times) => times + 1)
    if (isNew) open(waits ? null : savedId, { replace: true })
  }
  const showChange = (changeId: string) => go({ change: changeId })
  const canEdit = isNew || (mayEdit && record?.actions.edit === null)
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => open(null)}
      title={title}
      position={position}
      banner={
        record?.waiting && (
          <WaitingBanner kind={kind} record={record} changeId={record.waiting} onShow={showChange} />
        )
      }
      tabs={tabs}
      tab={tab}
      onTab={(key) => change({ tab: key === opensWith ? undefined : key }, { replace: true })}
      keys={keysOf(actions)}
      beginsInField={isNew}
    >
      {shown !== null && !isPast && (isNew || record) && canEdit && (
        <MasterForm
          key={`${shown} ${savedTimes}`}
          model={model}
          record={record}
          actions={actions}
          hidden={tab !== 'details'}
          onSaved={saved}
          onShowChange={showChange}
        />
      )}
      {tab === 'details' && !isNew && !isPast && !canEdit && (
        <>
          <RecordBody>
            {record ? <Facts model={model} record={record} /> : <ReadState asked={asked} name={title} />}
          </RecordBody>
          <RecordFoot actions={actions} left={record?.actions.edit} />
        </>
      )}
      {tab === 'details' && shown !== null && isPast && (
        <RecordBody>
          <PastFacts model={model} id={shown} day={day ?? search.to ?? today()} />
        </RecordBody>
      )}
      {tab === 'history' && shown !== null && (
        <>
          {histories.length > 0 && (
            <SegmentedControl
              className={css.histories ?? ''}
              aria-label={t('masterData.tab.history')}
              value={history}
              data={[
                { value: 'history', label: t('masterData.history.changes') },
                ...histories.map((key) => ({ value: key, label: kindWord(t, kind, `tab.${key}`) })),
              ]}
              onChange={(key) => change({ tab: key }, { replace: true })}
            />
          )}
          {History && record ? (
            <History id={record.id} title={record.title} />
          ) : (
            <RecordBody>
              <MasterHistory kind={kind} id={shown} onShowChange={showChange} />
            </RecordBody>
          )}
        </>
      )}
      {Own && record && <Own id={record.id} title={record.title} />}
    </RecordDrawer>
  )
}

/** What a row is called, before the record itself is there. */
export function titleOf({ kind }: Model, row: Record<string, unknown>): string {
  const named = [kind.nameField, ...kind.keys].map((name) => (name === null ? '' : row[name]))
  return asText(named.find((value) => value !== undefined && value !== null && value !== ''))
}

function Facts({ model, record }: { model: Model; record: MasterAnswer }) {
  return <ValueList model={model} id={record.id} values={record.values} names={record.names} />
}

/** The record as it was at the end of a day, from what became of it. */
function PastFacts({ model, id, day }: { model: Model; id: string; day: string }) {
  const { t } = useTranslation()
  const asked = useRead(model.kind.history, { id })
  const now = useRead(model.kind.get, { id })
  // A record that is gone has a past all the same.
  const isGone = now.isError && toRefused(now.error).status === 404
  if (!asked.data || !(now.data || isGone)) return <ReadState asked={now.isError && !isGone ? now : asked} />
  const dayOf = (at: string) => companyDay(new Date(at))
  const values = valuesOn(asked.data.versions, day, dayOf, now.data?.values ?? null)
  if (!values) return <p className="k-quiet">{t('masterData.asOf.notThere')}</p>
  // What it was called by then stands with its history.
  const names = { ...now.data?.names }
  for (const [field, called] of Object.entries(asked.data.names))
    names[field] = { ...names[field], ...called }
  return <ValueList model={model} id={id} values={values} names={names} />
}

function ValueList({
  model,
  id,
  values,
  names,
}: {
  model: Model
  id: string
  values: Record<string, unknown>
  names: MasterAnswer['names']
}) {
  const { label, say } = useFieldWords(model.kind, names)
  const shown = useShownFields(model)
  return (
    <FactList
      facts={shown.map(([name, { type }]) => {
        const value = values[name]
        const isEmpty = value === null || value === undefined || value === ''
        const said = isEmpty || isEmptyList(value) ? null : say(name, value)
        const { openFile } = model.kind
        if (type === 'file' && said && openFile)
          return [
            label(name),
            <DocumentLink key={name} call={openFile} recordId={id} fileId={asText(value)} name={said} />,
          ]
        return [label(name), type === 'code' && said ? <span className="k-mono">{said}</span> : said]
      })}
    />
  )
}
