import { useTranslation } from 'react-i18next'
import { useFormats } from './format.ts'
import css from './badge.module.css'

/** A share in whole percent, with the number at the right edge. */
export function Ratio({ value, label }: { value: number; label?: string }) {
  const format = useFormats()
  return (
    <span className={css.meter}>
      <span className={css.track} aria-hidden>
        <i className={css.now} style={{ width: `${Math.min(100, Math.max(0, value))}%` }} />
      </span>
      <span
        className={css.figure}
        data-quiet={value === 0 || undefined}
        aria-label={label ? `${label}: ${format.percent(value)}` : undefined}
        role={label ? 'img' : undefined}
      >
        {format.percent(value)}
      </span>
    </span>
  )
}

/** What a limit has left: used in grey, this order in colour (amber above 90 %), what is too much in red. */
export function QuotaMeter({
  limit,
  used,
  now = 0,
  isAmount = false,
  currency,
  isWide = false,
}: {
  limit: number | null
  used: number
  now?: number
  /** Of money and not of pieces. */
  isAmount?: boolean
  /** Of that money; left out where a heading says which. */
  currency?: string
  /** Stands alone, and takes the width there is. */
  isWide?: boolean
}) {
  const { t } = useTranslation()
  const format = useFormats()
  if (limit === null) return <span className="k-quiet">{t('kit.meter.noLimit')}</span>
  const asked = used + now
  const over = Math.max(0, asked - limit)
  const whole = Math.max(limit, asked, 1)
  const near = over === 0 && asked > limit * 0.9
  const write = (figure: number) => {
    if (!isAmount) return format.number(figure)
    return currency ? format.money(figure.toFixed(2), currency) : format.amount(figure.toFixed(2))
  }
  return (
    <span className={css.meter} data-quota={isWide ? 'wide' : 'list'}>
      <span className={css.track} aria-hidden>
        <i className={css.used} style={{ width: `${(Math.min(used, limit) / whole) * 100}%` }} />
        <i
          className={css.now}
          data-near={near || undefined}
          style={{ width: `${((Math.min(asked, limit) - Math.min(used, limit)) / whole) * 100}%` }}
        />
        <i className={css.over} style={{ width: `${(over / whole) * 100}%` }} />
      </span>
      <span className={css.figure} data-tone={over > 0 ? 'over' : near ? 'near' : undefined}>
        {over > 0
          ? t('kit.meter.over', { amount: write(over) })
          : t('kit.meter.left', { amount: write(limit - asked) })}
      </span>
    </span>
  )
}

/** How much of something limited is in use, in words: "47 of 50 active". Amber when little is left, red at the end. */
export function UsedMeter({ used, limit, words }: { used: number; limit: number; words: string }) {
  const near = used >= limit * 0.9 && used < limit
  return (
    <span className={css.usedMeter}>
      <span className={css.track} aria-hidden>
        <i
          className={used >= limit ? css.over : css.now}
          data-near={near || undefined}
          style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
        />
      </span>
      <span className={css.figure} data-tone={used >= limit ? 'over' : near ? 'near' : undefined}>
        {words}
      </span>
    </span>
  )
}
