import { entityFaults, entityFiles, getEntityFile } from '@kervan/contract/company/mci-files'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { hasSheets } from '../../kit/master/words.ts'
import { FactList, RecordBody, RecordFoot } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { FileProgress, useFileActions } from './fileActions.tsx'
import css from './mci.module.css'
import { mciSearch } from './search.ts'

type Row = RowOf<typeof entityFiles>

const views = {
  ioId: { pinned: true, width: 84 },
  entityName: { width: 176 },
  fileName: { width: 176 },
  mciInput: { width: 96 },
  state: { width: 182, badge: true },
  rows: { width: 76 },
  faulty: { width: 76 },
  uploadedAt: { width: 152, short: true },
  uploadedBy: { width: 128 },
  activatedAt: { width: 152, short: true },
  orderIndex: { hidden: true },
} as const

const renderers = { state: (row: Row) => <StateBadge group="mciFileState" value={row.state} /> }

/** Every file that came for an entity, and what became of it (MCI-001). */
export default function IoLog() {
  const { t } = useTranslation()
  const [search, change] = useScreenSearch(mciSearch)
  return (
    <>
      <PageFrame title={t('kind.mciFile.many')}>
        <DataGrid
          list={entityFiles}
          scope={{ entityId: null }}
          label={t('kind.mciFile.many')}
          nouns="company.mci.files"
          columns={views}
          renderers={renderers}
          quickFilter="state"
          onOpen={({ id }) => change({ file: id })}
          openId={search.file ?? null}
          selectable={false}
          card={fileCard}
          empty={{ title: t('company.mci.noFiles'), text: t('company.mci.noFilesText'), icon: IconHistory }}
        />
      </PageFrame>
      <FileDrawer id={search.file ?? null} onClose={() => change({ file: undefined })} />
    </>
  )
}

const fileCard = (row: Row) => (
  <RowCard
    name={`${row.ioId} · ${row.entityName}`}
    mark={<StateBadge group="mciFileState" value={row.state} />}
  >
    <CardLine quiet>
      <span>{row.fileName}</span>
    </CardLine>
  </RowCard>
)

function FileDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const file = useRead(getEntityFile, { mciFileId: id ?? '' }, { enabled: id !== null }).data
  return (
    <RecordDrawer
      opened={id !== null}
      title={file?.fileName ?? t('kind.mciFile.many')}
      badges={file && <StateBadge group="mciFileState" value={file.state} />}
      tabs={[{ key: 'file', label: t('column.fileName') }]}
      tab="file"
      onTab={() => {}}
      onClose={onClose}
    >
      {id !== null && <FileRecord key={id} id={id} />}
    </RecordDrawer>
  )
}

function FileRecord({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useRead(getEntityFile, { mciFileId: id })
  const actions = useFileActions(asked.data)
  const file = asked.data
  if (!file)
    return (
      <RecordBody>
        <ReadState asked={asked} name={t('kind.mciFile.many')} />
      </RecordBody>
    )
  return (
    <>
      <RecordBody fill>
        <div className={css.file}>
          <FactList
            facts={[
              [t('column.rows'), format.number(file.rows)],
              [t('column.faulty'), format.number(file.faulty)],
              [t('column.uploadedBy'), `${file.uploadedBy}, ${format.dateTime(file.uploadedAt)}`],
              ...(file.activatedAt
                ? [
                    [
                      t('column.activatedAt'),
                      [format.dateTime(file.activatedAt), file.activatedBy].filter(Boolean).join(', '),
                    ] as [string, string],
                  ]
                : []),
            ]}
          />
          {file.message !== null && <p role="alert">{file.message}</p>}
          <FileProgress file={file} />
        </div>
        {file.faulty > 0 && (
          <DataGrid
            list={entityFaults}
            scope={{ mciFileId: file.id }}
            label={t('company.mci.faults')}
            nouns="company.mci.faultCount"
            columns={{
              sheet: { width: 100, hidden: !hasSheets(file.fileName) },
              row: { width: 80 },
              field: { width: 120 },
              message: {},
            }}
            lines={2}
            state="own"
            selectable={false}
            empty={{ title: t('company.mci.noFaults'), text: '' }}
          />
        )}
      </RecordBody>
      <RecordFoot actions={actions} />
    </>
  )
}
