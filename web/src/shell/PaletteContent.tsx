import { findRecords } from '@kervan/contract/shell/find-records'
import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readKeeping } from '../kit/call/query.ts'
import Palette, { type PaletteEntry } from '../kit/Palette.tsx'
import { matches } from '../kit/fold.ts'
import { usePageEntries } from './pageEntries.ts'
import { useRecordEntries } from './recordEntries.tsx'

type Props = { opened: boolean; onClose: () => void; onExplain: () => void }

/** So long a hand rests between two letters; a question that is no longer asked is called off. */
const typingMs = 60

/** What the palette offers: what was opened last, what the server finds, then the page's own acts, pages and settings. */
export default function PaletteContent({ opened, onClose, onExplain }: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const [text] = useDebouncedValue(typed, typingMs)
  const asks = opened && text.length >= keywordMinimum
  const answer = useQuery({ ...readKeeping(findRecords, { text }), enabled: asks })
  const found = useRecordEntries(asks && typed.length >= keywordMinimum ? (answer.data?.records ?? []) : [])
  const { recent, others } = usePageEntries(typed, opened, onExplain)
  // The last answer stays until the next one is here, as far as it still says what is asked for.
  const fitting =
    answer.isPlaceholderData || text !== typed
      ? found.filter(({ code, label, description }) =>
          matches(typed, `${code ?? ''} ${label} ${description}`),
        )
      : found
  const entries: PaletteEntry[] = [...recent, ...fitting, ...others]
  return (
    <Palette
      opened={opened}
      onClose={onClose}
      query={query}
      onQuery={setQuery}
      entries={entries}
      busy={asks && answer.isFetching}
      words={{
        title: t('shell.palette.placeholder'),
        scope: t('shell.palette.scope'),
        everything: t('shell.palette.everything'),
        nothing: t('shell.palette.nothing', { query: typed }),
        move: t('shell.palette.move'),
        open: t('shell.palette.openHint'),
        newTab: t('shell.palette.newTab'),
      }}
    />
  )
}
