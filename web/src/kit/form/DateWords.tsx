import '@mantine/dates/styles.layer.css'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useFormats } from '../format.ts'
import 'dayjs/locale/de'
import 'dayjs/locale/tr'

/** Calendars in the reader's language; the week begins on Monday (SHL-015). */
export function DateWords({ children }: { children: ReactNode }) {
  const { language } = useFormats()
  return <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [0, 6] }}>{children}</DatesProvider>
}
