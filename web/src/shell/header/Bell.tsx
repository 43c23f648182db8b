import { countMyNotices } from '@kervan/contract/account/own-notices'
import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { read } from '../../kit/call/query.ts'
import { useSignedIn } from '../../kit/call/session.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './notices.module.css'

// Nobody waits for it to see the page.
const NoticePanel = lazy(() => import('./NoticePanel.tsx'))

/** The server says the count whenever it changes and every 45 seconds; it is asked where nothing was heard for longer. */
const askEvery = 60_000
const highest = 99

/** How much of what one was told is unread, and the way to it (ORD-024). A count that does not come is no fault to show. */
export function Bell() {
  const { t } = useTranslation()
  const format = useFormats()
  const [opened, setOpened] = useState(false)
  const { CompanyIntCode, UserName } = useSignedIn()
  const queries = useQueryClient()
  useEffect(() => {
    const abort = new AbortController()
    void import('./liveUnread.ts').then(({ followUnread }) =>
      followUnread(queries, `${CompanyIntCode}.${UserName}`, abort.signal),
    )
    return () => abort.abort()
  }, [queries, CompanyIntCode, UserName])
  const { data } = useQuery({ ...read(countMyNotices, {}), refetchInterval: askEvery, retry: false })
  const unread = data?.unread ?? 0
  const label =
    unread === 0 ? t('notice.bell') : tPlural(t, 'notice.unreadCount', unread, format.number(unread))
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className={css.bell ?? ''}
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={18} />
          {unread > 0 && (
            <span className={css.count} aria-hidden>
              {unread > highest ? `${highest}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.panel ?? ''} aria-label={t('notice.title')}>
        {opened && (
          <Suspense fallback={<div className={css.waiting} aria-busy />}>
            <NoticePanel unread={unread} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
