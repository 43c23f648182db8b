import type { activity } from '@kervan/contract/administration/activity'
import type { RowOf } from '@kervan/contract/kit/page'
import { useFormats } from '../../kit/values/format.ts'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { Changes } from '../../kit/record/RecordHistory.tsx'
import { FactList, RecordBody, useLast, usePosition } from '../../kit/record/RecordParts.tsx'

type Entry = RowOf<typeof activity>
type Props = {
  id: string | null
  page: GridPageInfo<Entry> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

/** One entry of the audit log, before and after side by side. An entry never changes, so what the list knows is enough. */
export function EntryDrawer({ id, page, onOpen }: Props) {
  const { t, state } = useWords()
  const format = useFormats()
  const entry = useLast(page?.rows.find((row) => row.id === id) ?? null)
  const place = usePosition(page, id, onOpen)
  return (
    <RecordDrawer
      opened={id !== null && entry !== null}
      onClose={() => onOpen(null)}
      title={entry ? t('administration.activity.title', { entry: format.number(entry.entry) }) : ''}
      position={place}
      tabs={[{ key: 'change', label: t('administration.activity.tab') }]}
      tab="change"
      onTab={() => undefined}
    >
      <RecordBody>
        {entry && (
          <>
            <FactList
              facts={[
                [t('column.operation'), state('operation', entry.operation)],
                [t('column.recordType'), state('recordType', entry.recordType)],
                [
                  t('column.recordCode'),
                  entry.recordCode === null ? null : <span className="k-mono">{entry.recordCode}</span>,
                ],
                [t('column.actorName'), entry.actorName],
                [t('column.at'), format.dateTimeSeconds(entry.at)],
              ]}
            />
            <h3 style={{ margin: '16px 0 4px', fontWeight: 600 }}>{t('administration.activity.changed')}</h3>
            {entry.changes.length === 0 ? (
              <p className="k-quiet">{t('administration.activity.noChanges')}</p>
            ) : (
              <Changes changes={entry.changes} />
            )}
            {entry.changeCount > entry.changes.length && (
              <p className="k-quiet">
                {t('kit.history.moreFields', { count: entry.changeCount - entry.changes.length })}
              </p>
            )}
          </>
        )}
      </RecordBody>
    </RecordDrawer>
  )
}
