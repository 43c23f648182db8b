import type { Report } from '@kervan/contract/kit/report'
import { startReportRun } from '@kervan/contract/report/report-views'
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconFolder,
  IconHourglass,
} from '@tabler/icons-react'
import { noticeJob } from '../bulk/jobs.ts'
import { saveFile } from '../call/client.ts'
import { useCall } from '../call/useCall.ts'
import { useWords } from '../i18n/words.ts'
import { reportFiles } from './reportFiles.ts'
import type { ReportView } from './reportView.ts'

type Days = { from: string | null; to: string | null }
type Input = Days & {
  rows: string[]
  column: string | null
  measure: string
  filters: Record<string, string[]>
}
type Props = {
  report: Report
  name: string
  title: string
  view: ReportView
  input: Input
}

/** The figures as files: at once, or made beside the screen and kept (RPT-002). */
export function ReportFiles({ report, name, title, view, input }: Props) {
  const { t } = useWords()
  const file = { failed: t('report.notDownloaded'), onDone: saveFile }
  const excel = useCall(report.excel, file)
  const pdf = useCall(report.pdf, file)
  const beside = useBeside({ name, title, view, window: input })
  const kept = reportFiles(name)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={excel.isPending || pdf.isPending}
          >
            {t('report.files')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void excel.run(input)}>
            {t('report.excel')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => void pdf.run(input)}>
            {t('report.pdf')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHourglass size={16} />} onClick={beside.start}>
            {t('report.beside')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconFolder size={16} />}
            component={Link}
            to={kept.to}
            search={kept.search as never}
          >
            {t('report.runs.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

type Beside = { name: string; title: string; view: ReportView; window: Days }

/** A way to have the files made beside the screen, for figures that are too many for it. */
export function BesideScreen(of: Beside) {
  const { t } = useWords()
  const { start, isPending } = useBeside(of)
  return (
    <Button variant="default" loading={isPending} leftSection={<IconHourglass size={16} />} onClick={start}>
      {t('report.beside')}
    </Button>
  )
}

function useBeside({ name, title, view, window: { from, to } }: Beside) {
  const { t } = useWords()
  const run = useCall(startReportRun, {
    failed: t('report.notStarted'),
    refreshes: ['ReportRun'],
    onDone: ({ jobId }) => void noticeJob(jobId, title),
  })
  return {
    isPending: run.isPending,
    start: () => void run.run({ report: name, name: title, question: view, from, to }),
  }
}
