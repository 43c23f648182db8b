import { cancelJob } from '@kervan/contract/jobs/jobs'
import { downloadReportRun, reportRuns } from '@kervan/contract/report/report-views'
import { IconDownload, IconX } from '@tabler/icons-react'
import { saveFile } from '../call/client.ts'
import { useCall } from '../call/useCall.ts'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import { useWords } from '../i18n/words.ts'
import css from './figureDialog.module.css'

/** Files that runs of the report have left, and what became of those that are sent (RPT-002). */
export function ReportRuns({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useWords()
  const save = useCall(downloadReportRun, { failed: t('report.notDownloaded'), onDone: saveFile })
  const cancel = useCall(cancelJob, { refreshes: ['ReportRun'] })
  return (
    <PlainDialog size={1120} title={t('report.runs.title')} onClose={onClose}>
      <div className={css.grid}>
        <DataGrid
          list={reportRuns}
          scope={{ report: name }}
          state="own"
          label={t('report.runs.title')}
          nouns="report.runs.count"
          selectable={false}
          quickFilter="reportRunState"
          columns={{
            requestedAt: { width: 150 },
            reportViewName: { pinned: true, width: 200 },
            reportRunState: { badge: true, width: 130 },
            reportRunReason: { width: 110 },
            reportReceiver: { width: 150 },
            snapshotAt: { width: 150 },
            rowCount: { width: 80 },
            message: { width: 220, whenFilled: true },
            reportName: { hidden: true },
          }}
          // A row saves its workbook; what else there is stands in its menu.
          onOpen={({ id, formats }) => {
            if (formats.includes('Excel')) void save.run({ reportRunId: id, format: 'Excel' })
          }}
          rowActions={({ id, jobId, formats, actions }) => [
            ...formats.map((format) => ({
              key: format,
              label: format === 'Excel' ? t('report.excel') : t('report.pdf'),
              icon: IconDownload,
              run: () => void save.run({ reportRunId: id, format }),
            })),
            ...(actions.cancel === null && jobId !== null
              ? [
                  {
                    key: 'cancel',
                    label: t('report.runs.cancel'),
                    icon: IconX,
                    run: () => void cancel.run({ jobId }),
                  },
                ]
              : []),
          ]}
          empty={{ title: t('report.runs.empty'), text: t('report.runs.emptyText') }}
        />
      </div>
    </PlainDialog>
  )
}
