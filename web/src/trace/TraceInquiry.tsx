import { tracedPacks } from '@kervan/contract/trace/inquiry'
import { tracePackages } from '@kervan/contract/trace/packages'
import { traceRecalls } from '@kervan/contract/trace/recalls'
import { useRights } from '../kit/call/rights.ts'
import { useWords } from '../kit/i18n/words.ts'
import { NoRight } from '../kit/page/NoRight.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../kit/page/screen.ts'
import { Inquiry } from './inquiry/Inquiry.tsx'
import { Packages } from './packages/Packages.tsx'
import { UploadButton } from './packages/UploadButton.tsx'
import { Recalls, StartRecall } from './recalls/Recalls.tsx'
import { traceSearch } from './search.ts'

/** Where packs are and were (TRC-001 to TRC-004). */
export default function TraceInquiry() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(traceSearch)
  const title = t('screen.traceInquiry.title')
  const tabs = (
    [
      ['inquiry', tracedPacks],
      ['packages', tracePackages],
      ['recalls', traceRecalls],
    ] as const
  ).filter(([, list]) => rights.has(list.page.permission ?? ''))
  const tab = search.tab ?? tabs[0]?.[0] ?? null
  return (
    <PageFrame
      title={title}
      tabs={tabs.map(([key]) => ({ key, label: t(`trace.tabs.${key}`), search: { tab: key } }))}
      tab={tab ?? 'inquiry'}
      tabsLabel={t('trace.tabs.label')}
      actions={
        tab === 'packages' ? (
          <UploadButton onTaken={(id) => change({ package: id })} />
        ) : (
          tab === 'recalls' && <StartRecall />
        )
      }
    >
      {tab === null ? (
        <NoRight title={title} permission={tracedPacks.page.permission ?? ''} />
      ) : tab === 'inquiry' ? (
        <Inquiry search={search} change={change} />
      ) : tab === 'recalls' ? (
        <Recalls
          onPacks={(lotNumber) =>
            change({ tab: 'inquiry', way: 'LotNumber', value: lotNumber, state: undefined, page: undefined })
          }
        />
      ) : (
        <Packages search={search} change={change} />
      )}
    </PageFrame>
  )
}
