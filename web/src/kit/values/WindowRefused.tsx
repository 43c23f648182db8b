import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { windowFault, windowOf, type DayWindow } from './dateWindow.ts'
import { EmptyState } from '../page/EmptyState.tsx'
import { useFormats } from './format.ts'

/** In place of rows when the address asks for a window the list does not span: why, and the nearest one it does (ORD-025). */
export function WindowRefused({
  window,
  months,
  earliest,
  onChange,
}: {
  window: DayWindow
  months: number
  earliest?: string
  onChange: (window: DayWindow) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const fault = windowFault(window, months, earliest)
  const turned = { from: window.to, to: window.from }
  const mended =
    fault === 'tooEarly'
      ? windowOf(window.to >= (earliest ?? '') ? { from: earliest, to: window.to } : {}, months)
      : fault === 'reversed' && windowFault(turned, months, earliest) === null
        ? turned
        : windowOf({ to: fault === 'reversed' ? window.from : window.to }, months)
  const title =
    fault === 'tooEarly'
      ? t('kit.decide.windowTooEarly', { date: format.date(earliest ?? null) })
      : t(fault === 'reversed' ? 'kit.decide.windowReversed' : 'kit.decide.windowTooWide', {
          count: months,
        })
  return (
    <EmptyState
      icon={IconCalendarOff}
      title={title}
      text={t('kit.decide.windowText', { from: format.date(window.from), to: format.date(window.to) })}
    >
      <Button onClick={() => onChange(mended)}>
        {t('kit.decide.windowShow', { from: format.date(mended.from), to: format.date(mended.to) })}
      </Button>
    </EmptyState>
  )
}
