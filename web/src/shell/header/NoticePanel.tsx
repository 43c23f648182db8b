import { getMyNotices, markNoticesRead, type Notice } from '@kervan/contract/account/own-notices'
import { wordsOfNotice } from '@kervan/contract/kit/notice-event'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconBellOff, IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { callServer } from '../../kit/call/client.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { tDynamic, type Translate } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { noticeAddress } from './noticeAddress.ts'
import css from './notices.module.css'
import { useGo } from '../../kit/page/go.ts'

/** What one was told, the newest first, more on demand; a click reads it and opens what it is about. */
export default function NoticePanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation()
  const rights = useRights()
  const asked = useInfiniteQuery({
    // Another count is another list.
    queryKey: [getMyNotices.group, getMyNotices.operation, unread],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => callServer(getMyNotices, { before: pageParam }, { signal }),
    getNextPageParam: ({ more, notices }) => (more ? (notices.at(-1)?.id ?? null) : null),
    placeholderData: (before) => before,
  })
  const mark = useCall(markNoticesRead, { refreshes: ['Notices'], failed: t('notice.failed') })
  const notices = asked.data?.pages.flatMap((page) => page.notices)
  return (
    <>
      <div className={css.head}>
        <h2 className={css.title}>{t('notice.title')}</h2>
        {unread > 0 && (
          <Button
            size="xs"
            variant="subtle"
            loading={mark.isPending}
            onClick={() => void mark.run({ id: null })}
          >
            {t('notice.readAll')}
          </Button>
        )}
      </div>
      <div className={css.scroll}>
        {!notices && <ReadState asked={asked} name={t('notice.title')} />}
        {notices?.length === 0 && (
          <EmptyState icon={IconBellOff} title={t('notice.empty')} text={t('notice.emptyText')} />
        )}
        {notices && notices.length > 0 && (
          <ul className={css.list} aria-label={t('notice.list')}>
            {notices.map((notice) => (
              <Entry
                key={notice.id}
                notice={notice}
                onRead={() => void mark.run({ id: notice.id })}
                onClose={onClose}
              />
            ))}
          </ul>
        )}
        {asked.hasNextPage && (
          <Button
            fullWidth
            variant="subtle"
            loading={asked.isFetchingNextPage}
            onClick={() => void asked.fetchNextPage()}
          >
            {t('notice.more')}
          </Button>
        )}
      </div>
      {rights.has('AccountSettings') && (
        <div className={css.foot}>
          <Link to="/account/account-settings" search={{ part: 'notices' }} onClick={onClose}>
            {t('notice.settings')}
          </Link>
        </div>
      )}
    </>
  )
}

function Entry({ notice, onRead, onClose }: { notice: Notice; onRead: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const go = useGo()
  const address = noticeAddress(notice)
  const open = () => {
    if (!notice.isRead) onRead()
    if (!address) return
    onClose()
    go(address)
  }
  return (
    <li className={css.entry} data-unread={!notice.isRead || undefined}>
      <UnstyledButton className={css.open} onClick={open}>
        {!notice.isRead && <span className="k-hidden">{t('notice.unread')}</span>}
        <span className={css.text}>{noticeText(t, notice, format.number)}</span>
        <time className={css.time} dateTime={notice.createdAt} title={format.dateTime(notice.createdAt)}>
          {format.relative(notice.createdAt)}
        </time>
      </UnstyledButton>
      {!notice.isRead && (
        <ActionIcon aria-label={t('notice.read')} title={t('notice.read')} onClick={onRead}>
          <IconCheck size={16} />
        </ActionIcon>
      )}
    </li>
  )
}

/** The sentence in the reader's language, made of the facts. */
function noticeText(t: Translate, { event, facts }: Notice, number: (value: number) => string): string {
  const { count, job, kind, refused } = facts
  const amount = typeof count === 'number' ? count : 0
  return tDynamic(t, wordsOfNotice(event, facts), event, {
    ...facts,
    count: amount,
    amount: number(amount),
    ...(typeof refused === 'number' && { refused: number(refused) }),
    ...(typeof job === 'string' && { job: tDynamic(t, `notice.job.${job}`, job) }),
    ...(typeof kind === 'string' && { kind: tDynamic(t, `kind.${kind}.many`, kind) }),
  })
}
