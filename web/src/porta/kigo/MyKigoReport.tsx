import { getApplicationSetup } from '@kervan/contract/porta/applications'
import { myKigoPaper, myKigoReport } from '@kervan/contract/porta/kigo'
import { applicantMonths } from '@kervan/contract/porta/words'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { kigoSearch } from '../search.ts'
import { KigoRows } from './KigoRows.tsx'
import { PaperButton } from './PaperButton.tsx'

/** What a pharmacy earns by its own discount requests (KIG-001). */
export default function MyKigoReport() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(kigoSearch)
  const title = t('screen.myKigoReport.title')
  const permission = myKigoReport.page.permission ?? ''
  const sees = rights.has(permission)
  const { data: setup } = useRead(getApplicationSetup, {}, { enabled: sees })
  return (
    <PageFrame
      title={title}
      actions={
        sees &&
        setup && (
          <PaperButton
            call={myKigoPaper}
            search={search}
            months={applicantMonths}
            earliest={setup.earliest}
          />
        )
      }
    >
      {sees ? (
        setup && <KigoRows side="applicant" search={search} change={change} earliest={setup.earliest} />
      ) : (
        <NoRight title={title} permission={permission} />
      )}
    </PageFrame>
  )
}
