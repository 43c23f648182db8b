import {
  activity,
  activityWindowMonths,
  loginLog,
  verifyActivity,
} from '@kervan/contract/administration/activity'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconHistory, IconLogin2, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '@kervan/contract/kit/days'
import { today } from '../../kit/values/companyDay.ts'
import { windowFault, windowOf } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { EntryCard, loginCard, loginRenderers } from './activityCards.tsx'
import { EntryDrawer } from './EntryDrawer.tsx'
import { activitySearch } from './search.ts'
import { Verified } from './Verified.tsx'

type Entry = RowOf<typeof activity>

/** What is open when nobody has chosen days: the last thirty. */
function windowShown(search: { from?: string | undefined; to?: string | undefined }) {
  const chosen =
    search.from || search.to
      ? windowOf(search, activityWindowMonths)
      : { from: addDays(today(), -29), to: today() }
  return windowFault(chosen, activityWindowMonths) === null ? chosen : windowOf({}, activityWindowMonths)
}

/** User activity (USR-010): who did what when on which record, who came in, and the proof that nothing was changed. */
export default function Activity() {
  const { t } = useTranslation()
  const rights = useRights()
  const [search, change] = useScreenSearch(activitySearch)
  const [page, setPage] = useState<GridPageInfo<Entry> | null>(null)
  const verify = useCall(verifyActivity)
  const [verified, setVerified] = useState<Awaited<ReturnType<typeof verify.attempt>> | null>(null)
  const window = windowShown(search)
  const dates = search.from || search.to ? { from: search.from, to: search.to } : {}
  const tabs = [
    ...(rights.has(activity.page.permission ?? '')
      ? [
          {
            key: 'activity',
            label: t('administration.activity.done'),
            search: { part: 'activity', tab: 'activity', ...dates },
          },
        ]
      : []),
    ...(rights.has(loginLog.page.permission ?? '')
      ? [
          {
            key: 'signIns',
            label: t('administration.activity.signIns'),
            search: { part: 'activity', tab: 'signIns', ...dates },
          },
        ]
      : []),
  ]
  const tab = tabs.some(({ key }) => key === search.tab) ? search.tab : 'signIns'
  const days = (
    <DateWindow
      value={window}
      months={activityWindowMonths}
      label={t('administration.activity.window')}
      onChange={(next) => change({ ...next, page: undefined })}
    />
  )
  const check = async () => setVerified((await verify.run({})) ?? null)
  return (
    <PageFrame
      title={t('account.part.activity')}
      tabs={tabs}
      tab={tab}
      tabsLabel={t('administration.activity.tabs')}
      actions={
        tab === 'activity' &&
        rights.has(verifyActivity.permission ?? '') && (
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            loading={verify.isPending}
            onClick={() => void check()}
          >
            {t('administration.activity.verify')}
          </Button>
        )
      }
    >
      {tab === 'activity' && verified && <Verified answer={verified} onClose={() => setVerified(null)} />}
      {tab === 'activity' ? (
        <DataGrid
          key="activity"
          list={activity}
          scope={window}
          label={t('screen.activity.title')}
          nouns="administration.activity.count"
          searchLabel={t('administration.activity.search')}
          columns={{
            at: { width: 156, short: true },
            actorName: { width: 124, short: true, grow: false },
            operation: { width: 188 },
            recordCode: { width: 136 },
            whatChanged: { width: 208, grow: true },
            recordType: { hidden: true },
            entry: { hidden: true },
          }}
          filters={days}
          onPage={setPage}
          onOpen={(row) => change({ entry: row.id })}
          openId={search.entry ?? null}
          selectable={false}
          lines={2}
          card={entryCard}
          empty={{
            title: t('administration.activity.empty'),
            text: t('administration.activity.emptyText'),
            icon: IconHistory,
          }}
        />
      ) : (
        <DataGrid
          key="signIns"
          list={loginLog}
          scope={window}
          label={t('screen.loginLog.title')}
          nouns="administration.activity.signInCount"
          searchLabel={t('administration.activity.signInSearch')}
          columns={{
            at: { width: 136 },
            username: { width: 240, short: true },
            name: { width: 150, short: true },
            loginState: { width: 130, badge: true },
            loginReason: { width: 220 },
            address: { width: 130 },
            agent: {},
          }}
          renderers={loginRenderers}
          quickFilter="loginState"
          filters={days}
          selectable={false}
          card={loginCard}
          empty={{
            title: t('administration.activity.empty'),
            text: t('administration.activity.emptyText'),
            icon: IconLogin2,
          }}
        />
      )}
      <EntryDrawer
        id={tab === 'activity' ? (search.entry ?? null) : null}
        page={page}
        onOpen={(entry, options) => change({ entry: entry ?? undefined }, options)}
      />
    </PageFrame>
  )
}

const entryCard = (row: Entry) => <EntryCard row={row} />
