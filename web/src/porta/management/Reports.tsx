import {
  discountReports,
  downloadPriceChangeReport,
  downloadReport,
  priceChangeReports,
  reportPriceChangeRequests,
  reportRequests,
  sendPriceChangeReportAgain,
  sendReportAgain,
} from '@kervan/contract/porta/reports'
import type { Twin } from '@kervan/contract/kit/call'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconDownload, IconFileCheck, IconSend } from '@tabler/icons-react'
import { saveFile } from '../../kit/call/client.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Report = RowOf<typeof discountReports>
type Reporting = {
  list: typeof discountReports
  save: Twin<typeof downloadReport>
  again: Twin<typeof sendReportAgain>
  now: Twin<typeof reportRequests>
  refreshes: readonly string[]
}

export const discountReporting: Reporting = {
  list: discountReports,
  save: downloadReport,
  again: sendReportAgain,
  now: reportRequests,
  refreshes: ['PromotionManagement', 'MyPromotionRequests'],
}
export const priceChangeReporting: Reporting = {
  list: priceChangeReports,
  save: downloadPriceChangeReport,
  again: sendPriceChangeReportAgain,
  now: reportPriceChangeRequests,
  refreshes: ['PriceChangeManagement', 'MyPriceChangeRequests'],
}

/** What was reported to which warehouse, with its receipt (DSC-016): sent by call, or saved as a file. */
export function Reports({ of }: { of: Reporting }) {
  const { t } = useWords()
  const rights = useRights()
  const again = useCall(of.again, {
    refreshes: of.refreshes,
    onDone: () => toast('success', t('porta.reports.sentAgain')),
  })
  const save = useCall(of.save, { onDone: saveFile })
  const actions = ({ id, receipt, reportCode }: Report): GridAction[] => [
    {
      key: 'save',
      label: t('porta.reports.save'),
      icon: IconDownload,
      run: () => void save.run({ reportId: id }),
    },
    ...(rights.has(of.again.permission ?? '')
      ? [
          {
            key: 'again',
            label: t('porta.reports.again'),
            icon: IconSend,
            blocked: receipt === null ? null : t('porta.reports.taken', { report: reportCode, receipt }),
            run: () => void again.run({ reportId: id }),
          },
        ]
      : []),
  ]
  return (
    <DataGrid
      list={of.list}
      label={t('screen.discountReports.title')}
      nouns="porta.reports.count"
      columns={{
        reportCode: { pinned: true, width: 120 },
        reportState: { width: 150 },
        period: { width: 120 },
        paymentLocationName: { width: 220 },
        requestCount: { width: 100 },
        receipt: { width: 150 },
        receiptAt: { width: 150 },
        problem: { width: 220, whenFilled: true },
        madeAt: { width: 150 },
        madeBy: { width: 150 },
        paymentLocationCode: { hidden: true },
      }}
      renderers={{ reportState: (row) => <StateBadge group="discountReport" value={row.reportState} /> }}
      rowActions={actions}
      empty={{
        title: t('porta.reports.empty'),
        text: t('porta.reports.emptyText'),
        icon: IconFileCheck,
      }}
    />
  )
}

/** Reports what is approved so far, before the month is over. */
export function ReportNow({ of }: { of: Reporting }) {
  const { t } = useWords()
  const format = useFormats()
  const report = useCall(of.now, {
    refreshes: of.refreshes,
    failed: t('porta.reports.notMade'),
    onDone: ({ requests }) =>
      toast('success', tPlural(t, 'porta.reports.done', requests, format.number(requests))),
  })
  if (!useRights().has(of.now.permission ?? '')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFileCheck size={16} aria-hidden />}
      loading={report.isPending}
      onClick={() => void report.run({})}
    >
      {t('porta.reports.now')}
    </Button>
  )
}
