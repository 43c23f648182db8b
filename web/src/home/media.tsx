import { getServiceMediaContents } from '@kervan/contract/access/web-resources'
import { getWatched, markWatched } from '@kervan/contract/home/home'
import { Checkbox } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Away, isOpen } from '../kit/page/Away.tsx'
import { useRead } from '../kit/call/query.ts'
import { useSession } from '../kit/call/session.ts'
import { useCall } from '../kit/call/useCall.ts'
import { readStored, writeStored } from '../kit/storage/storage.ts'
import { Answered, Box } from './Box.tsx'
import css from './home.module.css'

/** Everything in one request, which both boxes share. */
const useMedia = () => useRead(getServiceMediaContents, {})

/** What is new, in the company's own words; nothing where there is none. */
export function News() {
  const { t } = useTranslation()
  const media = useMedia()
  const news = media.data?.contents.filter(({ ServiceMediaContentType: type }) => type === 'WhatsNew')
  if (news?.length === 0) return null
  return (
    <Box title={t('home.news.title')}>
      <Answered asked={{ ...media, data: news }} name={t('home.news.title')}>
        {(contents) => (
          <ul className={css.news}>
            {contents.map(({ IntCode, Title, Url, ThumbnailUrl }) => (
              <li key={IntCode}>
                {ThumbnailUrl && <img src={ThumbnailUrl} alt="" width={64} height={36} loading="lazy" />}
                <Away to={Url}>{Title}</Away>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Box>
  )
}

/** Short films about the modules the company uses (HOM-002); what was watched is remembered. Nothing where there are none. */
export function Videos() {
  const { t } = useTranslation()
  const media = useMedia()
  const watched = useRead(getWatched, {})
  const mark = useCall(markWatched, { refreshes: ['Home'] })
  const contents =
    media.data?.contents.filter(({ ServiceMediaContentType: type }) => type !== 'WhatsNew') ?? []
  const said = watched.data?.referenceKeys
  const user = useSession()?.UserName ?? ''
  useEffect(() => {
    if (said) writeStored('kervan.videoStates', { ...readStored('kervan.videoStates'), [user]: said })
  }, [said, user])
  const known = said ?? readStored('kervan.videoStates')?.[user]
  const seen = new Set(known)
  const asked = {
    data: media.data && known ? contents : undefined,
    error: media.error ?? watched.error,
    isError: media.isError || watched.isError,
    refetch: () => Promise.all([media.refetch(), watched.refetch()]),
  }
  const watchable = contents.filter(({ Url }) => isOpen(Url))
  const done = watchable.filter(({ ReferenceKey }) => seen.has(ReferenceKey)).length
  if (media.data && contents.length === 0) return null
  return (
    <Box
      title={t('home.videos.title')}
      action={
        watchable.length > 0 && (
          <span className={css.quiet}>{t('home.videos.progress', { done, total: watchable.length })}</span>
        )
      }
    >
      <Answered asked={asked} name={t('home.videos.title')}>
        {(videos) => (
          <ul className={css.videos}>
            {videos.map(({ IntCode, Title, Url, ThumbnailUrl, ReferenceKey }) => (
              <li key={IntCode} data-watched={seen.has(ReferenceKey) || undefined}>
                <span className={css.film}>
                  {ThumbnailUrl && <img src={ThumbnailUrl} alt="" loading="lazy" />}
                  <IconPlayerPlay size={20} aria-hidden />
                </span>
                <Away to={Url} onOpen={() => void mark.run({ referenceKey: ReferenceKey, watched: true })}>
                  {Title}
                </Away>
                {isOpen(Url) && (
                  <Checkbox
                    size="xs"
                    checked={seen.has(ReferenceKey)}
                    label={t('home.videos.watched')}
                    aria-label={t('home.videos.markWatched', { title: Title })}
                    onChange={(event) =>
                      void mark.run({ referenceKey: ReferenceKey, watched: event.currentTarget.checked })
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Box>
  )
}
