import '@mantine/dates/styles.layer.css'
import { MantineThemeProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../values/format.ts'
import 'dayjs/locale/de'
import 'dayjs/locale/tr'

/** Calendars in the reader's language; the week begins on Monday (SHL-015). The level buttons name themselves. */
export function DateWords({ children }: { children: ReactNode }) {
  const { language } = useFormats()
  const { t } = useTranslation()
  const ariaLabels = {
    nextMonth: t('kit.calendar.nextMonth'),
    previousMonth: t('kit.calendar.previousMonth'),
    nextYear: t('kit.calendar.nextYear'),
    previousYear: t('kit.calendar.previousYear'),
    nextDecade: t('kit.calendar.nextDecade'),
    previousDecade: t('kit.calendar.previousDecade'),
  }
  const calendar = { defaultProps: { ariaLabels, hideOutsideDates: true, highlightToday: true } }
  return (
    <MantineThemeProvider
      theme={{ components: { DateInput: calendar, DatePicker: calendar, DatePickerInput: calendar } }}
      inherit
    >
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [0, 6] }}>
        {children}
      </DatesProvider>
    </MantineThemeProvider>
  )
}
