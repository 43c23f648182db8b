import { getNoticeChoices, setNoticeChoice } from '@kervan/contract/account/own-notices'
import type { OutputOf } from '@kervan/contract/kit/call'
import { noticeChoices } from '@kervan/contract/kit/notice-event'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { tDynamic } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import css from './notices.module.css'

/** How one hears of each event: in the portal, by mail, both, or not at all (ORD-024). */
export default function Notices() {
  const { t } = useTranslation()
  const asked = useRead(getNoticeChoices, {})
  return (
    <PageFrame title={t('account.part.notices')} layout="form">
      <p className="k-quiet">{t('notice.choose')}</p>
      {asked.data ? <Choices choices={asked.data.choices} /> : <ReadState asked={asked} />}
    </PageFrame>
  )
}

function Choices({ choices }: OutputOf<typeof getNoticeChoices>) {
  const { t } = useTranslation()
  const save = useCall(setNoticeChoice, { refreshes: ['Notices'], failed: t('notice.notSaved') })
  const data = noticeChoices.map((value) => ({ value, label: t(`notice.choice.${value}`) }))
  return (
    <div className={css.choices}>
      {choices.map(({ event, choice }) => (
        <Select
          key={event}
          label={tDynamic(t, `notice.event.${event}`, event)}
          value={choice}
          data={data}
          allowDeselect={false}
          disabled={save.isPending}
          onChange={async (value) => {
            const chosen = noticeChoices.find((one) => one === value)
            if (chosen && (await save.run({ event, choice: chosen }))) toast('success', t('notice.saved'))
          }}
        />
      ))}
    </div>
  )
}
