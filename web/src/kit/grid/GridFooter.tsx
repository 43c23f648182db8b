import { pageSizes } from '@kervan/contract/kit/page-limits'
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFormats } from '../values/format.ts'
import { useWords, type MessageKey } from '../i18n/words.ts'
import css from './bars.module.css'
import { useSumWords } from './GridGroups.tsx'
import { totalWords } from './GridToolbar.tsx'
import { isInMemory } from './gridState.ts'
import type { GridModel } from './useGridModel.ts'
import { useSummary } from './useSummary.ts'

/** `short`: on a telephone how many there are stands above the rows alone. */
export function GridFooter({ grid, nouns, short }: { grid: GridModel; nouns: MessageKey; short: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const { page, query } = grid
  const total = page?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / query.pageSize))
  // Beyond what is counted there may be more: as long as a page is full, the next one is worth asking for.
  const hasNext =
    page?.next === undefined
      ? page
        ? page.totalIsExact
          ? query.page < pages
          : page.rows.length === query.pageSize
        : false
      : // The rows of the page before may still be shown; what stands next of theirs is this page.
        page.next !== null && page.total === grid.firstRow + page.rows.length
  // Neither a page to turn nor another size is of use where the smallest page holds all.
  const isWhole = page?.totalIsExact === true && total <= pageSizes[0] && query.page === 1 && !hasNext
  const first = page && page.rows.length > 0 ? grid.firstRow + 1 : 0
  const last = grid.firstRow + (page?.rows.length ?? 0)
  if (short && isWhole && !grid.list.summed) return null
  return (
    <div className={css.footer}>
      <span className={`${css.range} k-number`} aria-live="polite">
        {page &&
          page.rows.length > 0 &&
          (short
            ? `${format.number(first)}–${format.number(last)}`
            : page.next
              ? t('kit.grid.rangeOfMore', { first: format.number(first), last: format.number(last) })
              : t('kit.grid.range', {
                  first: format.number(first),
                  last: format.number(last),
                  amount: totalWords(page, nouns, t, format.number),
                }))}
      </span>
      <FooterSums grid={grid} />
      <span className={css.space} />
      {!isWhole && <Turning grid={grid} pages={pages} hasNext={hasNext} />}
    </div>
  )
}

/** How many rows a page has, and which page it is. */
function Turning({ grid, pages, hasNext }: { grid: GridModel; pages: number; hasNext: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const { page, query } = grid
  const turn = useTurning(grid)
  return (
    <>
      <label className={css.sizes}>
        <span>{t('kit.grid.rowsPerPage')}</span>
        <NativeSelect
          size="xs"
          data={pageSizes.map(String)}
          value={String(query.pageSize)}
          onChange={(event) => {
            const size = pageSizes.find((one) => String(one) === event.currentTarget.value)
            if (size) grid.setPageSize(size)
          }}
        />
      </label>
      <span className={css.divider} aria-hidden />
      <ActionIcon
        size="xs"
        variant="default"
        disabled={query.page <= 1}
        aria-label={t('kit.grid.previousPage')}
        onClick={turn.back}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      {turn.isByNumber && (
        <>
          <PageField
            key={query.page}
            page={query.page}
            pages={pages}
            onGo={(next) => grid.change({ page: next })}
            label={t('kit.grid.page')}
          />
          <span className="k-number">
            {page &&
              (page.totalIsExact
                ? t('kit.grid.ofPages', { pages: format.number(pages) })
                : t('kit.grid.ofManyPages', { pages: format.number(pages) }))}
          </span>
        </>
      )}
      <ActionIcon
        size="xs"
        variant="default"
        disabled={!hasNext}
        aria-label={t('kit.grid.nextPage')}
        onClick={turn.on}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </>
  )
}

/**
 * How the page is turned. Pages by keys know where the next one begins; where those before began is remembered here, and
 * who came by an address goes back to the first.
 */
function useTurning({ list, query, page, change }: GridModel) {
  const isByNumber = isInMemory(list) || list.paging === 'number'
  const begins = useRef(new Map<number, string>())
  useEffect(() => {
    if (query.after) begins.current.set(query.page, query.after)
  }, [query.page, query.after])
  const before = query.page - 1
  return {
    isByNumber,
    on: () => change({ page: query.page + 1, ...(!isByNumber && page?.next && { after: page.next }) }),
    back: () => {
      if (isByNumber) return change({ page: before })
      const after = before > 1 ? begins.current.get(before) : undefined
      change(after ? { page: before, after } : { page: 1 })
    },
  }
}

/** What all that match come to, beside how many they are. Of more than are counted nothing is said, and why. */
function FooterSums({ grid }: { grid: GridModel }) {
  const { t, column } = useWords()
  const format = useFormats()
  const words = useSumWords(grid)
  const { page } = grid
  const isSummed = words.names.length > 0 && page !== undefined && page.rows.length > 0
  const { data } = useSummary(grid, isSummed && page.totalIsExact ? 'all' : null)
  if (!isSummed) return null
  if (!page.totalIsExact)
    return <span className="k-quiet">{t('kit.grid.sumsUpTo', { amount: format.number(page.total) })}</span>
  // Figures of another moment than the count beside them would be wrong.
  if (!data?.all || data.all.rows !== page.total) return null
  const { all } = data
  return (
    <span className={css.sums} aria-live="polite">
      {words.names.map((name) => (
        <span key={name}>
          {column(name)} <b className="k-number">{words.of(all, name) ?? '–'}</b>
        </span>
      ))}
    </span>
  )
}

function PageField({
  page,
  pages,
  onGo,
  label,
}: {
  page: number
  pages: number
  onGo: (page: number) => void
  label: string
}) {
  const [typed, setTyped] = useState(String(page))
  const go = () => {
    const wanted = Math.min(pages, Math.max(1, Math.trunc(Number(typed)) || page))
    setTyped(String(wanted))
    if (wanted !== page) onGo(wanted)
  }
  return (
    <TextInput
      size="xs"
      w={48}
      inputMode="numeric"
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && go()}
      onBlur={go}
    />
  )
}
