import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { calendarSearch } from '../search.ts'
import { CalendarView } from './CalendarView.tsx'

/** The service calendar (SVC-007). */
export default function ServiceCalendar() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(calendarSearch)
  return (
    <PageFrame title={t('screen.serviceCalendar.title')} layout="scroll">
      <CalendarView search={search} change={change} />
    </PageFrame>
  )
}
