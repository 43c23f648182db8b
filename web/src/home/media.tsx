import { getServiceMediaContents, serviceMediaContentTypes } from '@kervan/contract/access/web-resources'
import { getWatched, markWatched } from '@kervan/contract/home/home'
import { Checkbox } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { read, useRead } from '../kit/query.ts'
import { useCall } from '../kit/useCall.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import css from './home.module.css'

export function News() {
  const { t } = useTranslation()
  const asked = useRead(getServiceMediaContents, { ServiceMediaContentType: 'WhatsNew' })
  return (
    <Box title={t('home.news.title')}>
      <Answered asked={asked} name={t('home.news.title')}>
        {({ contents }) =>
          contents.length === 0 ? <Nothing title={t('home.news.none')} /> : (
            <ul className={css.news}>
              {contents.map(({ IntCode, Title, Url, ThumbnailUrl }) => (
                <li key={IntCode}>
                  {ThumbnailUrl && <img src={ThumbnailUrl} alt="" width={64} height={36} loading="lazy" />}
                  <Away to={Url}>{Title}</Away>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Box>
  )
}

const tutorials = serviceMediaContentTypes.filter((type) => type !== 'WhatsNew')

/** Short films about the modules the company uses (HOM-002); what was watched is remembered. */
export function Videos() {
  const { t } = useTranslation()
  const answers = useQueries({ queries: tutorials.map((ServiceMediaContentType) => read(getServiceMediaContents, { ServiceMediaContentType })) })
  const watched = useRead(getWatched, {})
  const mark = useCall(markWatched, { refreshes: ['Home'] })
  const failed = answers.find(({ isError }) => isError)
  const isThere = answers.every(({ data }) => data !== undefined) && watched.data !== undefined
  const contents = answers.flatMap(({ data }) => data?.contents ?? [])
  const seen = new Set(watched.data?.referenceKeys)
  const asked = { data: isThere ? contents : undefined, error: failed?.error ?? watched.error, isError: failed !== undefined || watched.isError, refetch: () => Promise.all([...answers, watched].map(({ refetch }) => refetch())) }
  const done = contents.filter(({ ReferenceKey }) => seen.has(ReferenceKey)).length
  return (
    <Box title={t('home.videos.title')} action={contents.length > 0 && <span className={css.quiet}>{t('home.videos.progress', { done, total: contents.length })}</span>}>
      <Answered asked={asked} name={t('home.videos.title')}>
        {(videos) =>
          videos.length === 0 ? <Nothing title={t('home.videos.none')} /> : (
            <ul className={css.videos}>
              {videos.map(({ IntCode, Title, Url, ThumbnailUrl, ReferenceKey }) => (
                <li key={IntCode} data-watched={seen.has(ReferenceKey) || undefined}>
                  <span className={css.film}>
                    {ThumbnailUrl && <img src={ThumbnailUrl} alt="" loading="lazy" />}
                    <IconPlayerPlay size={20} aria-hidden />
                  </span>
                  <Away to={Url} onOpen={() => void mark.run({ referenceKey: ReferenceKey, watched: true })}>{Title}</Away>
                  <Checkbox
                    size="xs"
                    checked={seen.has(ReferenceKey)}
                    label={t('home.videos.watched')}
                    aria-label={t('home.videos.markWatched', { title: Title })}
                    onChange={(event) => void mark.run({ referenceKey: ReferenceKey, watched: event.currentTarget.checked })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Box>
  )
}

/** A place of the portal, or one outside in a window of its own. */
function Away({ to, onOpen, children }: { to: string; onOpen?: () => void; children: string }) {
  return to.startsWith('/') ? (
    <Link to={to} {...(onOpen && { onClick: onOpen })}>{children}</Link>
  ) : (
    <a href={to} target="_blank" rel="noreferrer" onClick={onOpen}>{children}</a>
  )
}
