import { kigoReport, myKigoReport } from '@kervan/contract/porta/kigo'
import { IconReportMoney } from '@tabler/icons-react'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { HeadLink } from '../../kit/page/LinkButton.tsx'

/** Leads from the requests to what they earn: the report stands in no menu (KIG-001). */
export function ReportLink({ side }: { side: 'reviewer' | 'applicant' }) {
  const { t } = useWords()
  const { list, to } =
    side === 'reviewer'
      ? { list: kigoReport, to: '/porta/kigo-report' }
      : { list: myKigoReport, to: '/porta/my-kigo-report' }
  if (!useRights().has(list.page.permission ?? '')) return null
  return <HeadLink to={to} icon={IconReportMoney} label={t('porta.kigo.open')} />
}
