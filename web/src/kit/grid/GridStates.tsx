import { ActionIcon, Button, Skeleton } from '@mantine/core'
import {
  IconCopy,
  IconFilter,
  IconFilterOff,
  IconInbox,
  IconLock,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../copyText.ts'
import { toast } from '../feedback/toasts.tsx'
import { EmptyState } from '../page/EmptyState.tsx'
import { useWords } from '../i18n/words.ts'
import type { CallRefused } from '../call/refused.ts'
import { NoRight } from '../page/NoRight.tsx'
import { missingPermission } from '../page/why.tsx'
import css from './grid.module.css'
import type { LooseProps } from './useGridModel.ts'

/** What stands in position of rows: nothing yet, nothing that matches, no answer, no right (GRD-005). */
export function NoRows({
  filtered,
  empty,
  onClear,
}: {
  filtered: boolean
  empty: LooseProps['empty']
  onClear: () => void
}) {
  const { t } = useWords()
  if (filtered) {
    return (
      <EmptyState icon={IconFilterOff} title={t('kit.grid.noMatch')} text={t('kit.grid.noMatchText')}>
        <Button variant="default" onClick={onClear}>
          {t('kit.filter.clear')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={empty?.icon ?? IconInbox}
      tone="blue"
      title={empty?.title ?? t('kit.grid.noData')}
      text={empty?.text ?? t('kit.grid.noDataText')}
    >
      {empty?.actions}
    </EmptyState>
  )
}

/** A list that is asked with some filters only, until somebody has set them. */
export function FilterFirst({ columns }: { columns: readonly string[] }) {
  const { t } = useWords()
  return (
    <EmptyState
      icon={IconFilter}
      tone="blue"
      title={t('kit.grid.filterFirst', { columns: columns.join(', ') })}
      text={t('kit.grid.filterFirstText')}
    />
  )
}

export function FailedRows({ refused, onRetry }: { refused: CallRefused; onRetry: () => void }) {
  const { t } = useWords()
  if (refused.status === 403) {
    const permission = missingPermission(refused)
    return permission ? (
      <NoRight title={t('kit.grid.noRight')} permission={permission} />
    ) : (
      <EmptyState isRefused icon={IconLock} title={t('kit.grid.noRight')} text={refused.message} />
    )
  }
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      tone="red"
      title={t('kit.grid.notLoaded')}
      text={
        <>
          {asSentence(refused.message)} {t('kit.grid.filtersKept')}
        </>
      }
    >
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        {t('kit.action.tryAgain')}
      </Button>
      {refused.reference && (
        <>
          <span className="k-mono">{refused.reference}</span>
          <ActionIcon
            size="xs"
            aria-label={t('kit.action.copyReference')}
            onClick={() => void copyText(refused.reference).then(() => toast('info', t('kit.action.copied')))}
          >
            <IconCopy size={16} />
          </ActionIcon>
        </>
      )}
    </EmptyState>
  )
}

/** The specification's words end without a stop; another sentence follows. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

const patienceMs = 150

/** How a column's bars stand: as what follows them will, texts at the start and figures at the end. */
export type Outline = readonly { key: string; align: 'start' | 'end' }[]

/**
 * Rows in outline, but only when the answer takes longer than the eye would notice. `below` headings that stand already,
 * the bars take the same columns; elsewhere there are a few of equal width.
 */
export function LoadingRows({
  outline,
  below,
  rowHeight,
}: {
  outline: Outline
  below?: { withBox: boolean } | undefined
  rowHeight: number
}) {
  const { t } = useWords()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const bars = below ? outline : outline.slice(0, 8)
  return (
    <div className={css.loading} aria-busy>
      <output className="k-hidden">{t('kit.grid.loading')}</output>
      {waited &&
        Array.from({ length: 14 }, (_, row) => (
          <div
            key={row}
            className={below ? `${css.row} ${css.loadingBelow}` : css.loadingRow}
            style={{ height: rowHeight }}
            aria-hidden
          >
            {below?.withBox && <div />}
            {bars.map(({ key, align }, cell) => (
              <div key={key} className={css.loadingCell} data-align={align}>
                <Skeleton height={8} radius={2} width={`${45 + ((row * 7 + cell * 13) % 40)}%`} />
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}
