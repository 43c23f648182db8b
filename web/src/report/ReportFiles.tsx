import { cancelJob } from '@kervan/contract/jobs/jobs'
import { deleteReportRun, downloadReportRun, reportRuns } from '@kervan/contract/report/report-views'
import type { RowOf } from '@kervan/contract/kit/page'
import { ActionIcon } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf, IconFolder, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../kit/call/client.ts'
import { useCall } from '../kit/call/useCall.ts'
import { confirm } from '../kit/feedback/dialogs.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useFormats } from '../kit/values/format.ts'
import css from './reportFiles.module.css'

type Row = RowOf<typeof reportRuns>

/** Files of all reports that the reader has had made or was sent, and what became of those that are sent (RPT-002). */
export default function ReportFiles() {
  const { t } = useTranslation()
  const format = useFormats()
  const save = useCall(downloadReportRun, { failed: t('report.notDownloaded'), onDone: saveFile })
  const cancel = useCall(cancelJob, { refreshes: ['ReportRun'] })
  const remove = useCall(deleteReportRun, { failed: t('report.runs.notRemoved'), refreshes: ['ReportRun'] })
  const ask = async ({ id, reportViewName }: Row) => {
    const sure = await confirm({
      title: t('report.runs.removeTitle', { name: reportViewName }),
      text: t('report.runs.removeText'),
      action: t('report.runs.remove'),
      danger: true,
    })
    if (sure) await remove.run({ reportRunId: id })
  }
  const actionsOf = (row: Row) => [
    ...row.formats.map((one) => ({
      key: one,
      label: one === 'Excel' ? t('report.excel') : t('report.pdf'),
      icon: one === 'Excel' ? IconFileSpreadsheet : IconFileTypePdf,
      run: () => void save.run({ reportRunId: row.id, format: one }),
    })),
    ...(row.actions.cancel === null && row.jobId !== null
      ? [
          {
            key: 'cancel',
            label: t('report.runs.cancel'),
            icon: IconX,
            run: () => void cancel.run({ jobId: row.jobId ?? '' }),
          },
        ]
      : []),
    ...(row.actions.remove === undefined
      ? []
      : [
          {
            key: 'remove',
            label: t('report.runs.remove'),
            icon: IconTrash,
            tone: 'danger' as const,
            blocked: row.actions.remove,
            run: () => void ask(row),
          },
        ]),
  ]
  return (
    <PageFrame title={t('screen.reportFiles.title')}>
      <DataGrid
        list={reportRuns}
        scope={{}}
        label={t('screen.reportFiles.title')}
        nouns="report.runs.count"
        searchLabel={t('report.runs.search')}
        selectable={false}
        quickFilter="reportRunState"
        columns={{
          requestedAt: { width: 150 },
          reportViewName: { pinned: true, width: 220 },
          reportName: { width: 150 },
          reportRunState: { badge: true, width: 140 },
          reportRunReason: { width: 120 },
          reportReceiver: { width: 150 },
          snapshotAt: { width: 150 },
          rowCount: { width: 80 },
          fileSize: { width: 200 },
          message: { width: 220, whenFilled: true },
        }}
        renderers={{
          fileSize: (row) => (
            <span className={css.files}>
              {row.fileSize !== null && format.bytes(row.fileSize)}
              {actionsOf(row).map(({ key, label, icon: Icon, run }) => (
                <ActionIcon
                  key={key}
                  variant="subtle"
                  size="sm"
                  aria-label={`${label}: ${row.reportViewName}`}
                  title={label}
                  onClick={(event) => {
                    event.stopPropagation()
                    run()
                  }}
                >
                  <Icon size={16} aria-hidden />
                </ActionIcon>
              ))}
            </span>
          ),
        }}
        // A row saves its workbook; what else there is stands beside its size and in its menu.
        onOpen={({ id, formats }) => {
          if (formats.includes('Excel')) void save.run({ reportRunId: id, format: 'Excel' })
        }}
        rowActions={actionsOf}
        empty={{ title: t('report.runs.empty'), text: t('report.runs.emptyText'), icon: IconFolder }}
      />
    </PageFrame>
  )
}
