import type { activity } from '@kervan/contract/administration/activity'
import type { RowOf } from '@kervan/contract/kit/page'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Changes } from '../../kit/record/RecordHistory.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'

type Entry = RowOf<typeof activity>

/** One entry of the audit log, before and after side by side. An entry never changes, so what the list knows is enough. */
export function EntryDrawer({ id, page, onOpen }: RecordPlace<Entry>) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      row={page?.rows.find((row) => row.id === id)}
      title={({ entry }) => t('administration.activity.title', { entry: format.number(entry) })}
      tabs={[
        {
          key: 'change',
          label: t('administration.activity.tab'),
          show: (entry) => <Changed entry={entry} />,
        },
      ]}
    />
  )
}

function Changed({ entry }: { entry: Entry }) {
  const { t, state } = useWords()
  const format = useFormats()
  return (
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
  )
}
