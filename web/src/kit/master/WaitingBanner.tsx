import type { MasterData } from '@kervan/contract/kit/master-data'
import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../call/query.ts'
import { RecordBanner } from '../record/RecordParts.tsx'
import { asText } from '../values/asText.ts'
import { useFormats } from '../values/format.ts'
import type { MasterAnswer } from './MasterForm.tsx'

/** A change of the record that waits for a second person: whose it is, what it would do, and the way to it. */
export function WaitingBanner({
  kind,
  record: { id, values },
  changeId,
  onShow,
}: {
  kind: MasterData
  record: MasterAnswer
  changeId: string
  onShow: (changeId: string) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const change = useRead(kind.getChange, { changeId })
  const code = asText(values[kind.keys[0] ?? ''])
  const rows = useRead(kind.changeRows.page, {
    changeId,
    page: 1,
    pageSize: 50,
    sort: kind.changeRows.defaultSort,
    filters: {},
    // One of perhaps many rows: looked for by the code of the record.
    search: code.length >= keywordMinimum ? code : '',
  })
  const difference = rows.data?.rows.find(({ recordId }) => recordId === id)?.difference ?? ''
  return (
    <RecordBanner
      action={
        <Button size="xs" variant="default" onClick={() => onShow(changeId)}>
          {t('masterData.showChange')}
        </Button>
      }
    >
      {change.data
        ? t('masterData.waitingBy', {
            who: change.data.made.by,
            when: format.dateTime(change.data.made.at),
          })
        : t('masterData.waiting')}
      {difference !== '' && <> {difference}</>}
    </RecordBanner>
  )
}
