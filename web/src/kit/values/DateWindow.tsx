import { Button, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertCircle, IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addMonths } from '@kervan/contract/kit/days'
import { foreignZone } from './companyDay.ts'
import { windowChoices, windowFault, windowOf, type DayWindow, type WindowChoice } from './dateWindow.ts'
import css from './dateWindow.module.css'
import { DateWords } from '../form/DateWords.tsx'
import { useFormats } from './format.ts'

type Props = {
  value: DayWindow
  months: number
  /** No day before it can be chosen. */
  earliest?: string
  label: string
  onChange: (window: DayWindow) => void
}

/** The days a list is about: ready choices, or two days in the calendar. What is too wide is explained, with a way out. */
export function DateWindow({ value, months, earliest, label, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const [opened, setOpened] = useState(false)
  const take = (window: DayWindow) => {
    setOpened(false)
    onChange(window)
  }
  const words = `${format.date(value.from)} – ${format.date(value.to)}`
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={css.button ?? ''}
          leftSection={<IconCalendar size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('kit.window.label', { label, window: words })}
          onClick={() => setOpened(!opened)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {opened && <Chooser value={value} months={months} earliest={earliest} onTake={take} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Chooser({
  value,
  months,
  earliest,
  onTake,
}: {
  value: DayWindow
  months: number
  earliest: string | undefined
  onTake: (window: DayWindow) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const [draft, setDraft] = useState<[string | null, string | null]>([value.from, value.to])
  const [from, to] = draft
  const fault = windowFault({ from, to }, months)
  const upTo = to ? windowOf({ to }, months) : null
  const zone = foreignZone()
  const choiceWords: Record<WindowChoice['key'], string> = {
    days: t('kit.window.days', { count: 30 }),
    thisMonth: t('kit.window.thisMonth'),
    lastMonth: t('kit.window.lastMonth'),
    widest: t('kit.window.months', { count: months }),
  }
  const pick = (next: [string | null, string | null]) => {
    setDraft(next)
    const [start, end] = next
    if (start && end && windowFault({ from: start, to: end }, months) === null)
      onTake({ from: start, to: end })
  }
  return (
    <div className={css.chooser}>
      <div className={css.choices}>
        {windowChoices(months).map(({ key, window }, index) => (
          <button
            key={key}
            type="button"
            className={css.choice}
            data-autofocus={index === 0 || undefined}
            aria-pressed={window.from === value.from && window.to === value.to}
            onClick={() => onTake(window)}
          >
            {choiceWords[key]}
          </button>
        ))}
      </div>
      <div className={css.calendar}>
        <DateWords>
          <DatePicker
            type="range"
            allowSingleDateInRange
            {...(earliest && { minDate: earliest })}
            numberOfColumns={narrow ? 1 : 2}
            defaultDate={narrow ? value.to : addMonths(value.to, -1)}
            value={draft}
            onChange={pick}
          />
        </DateWords>
        <div role="alert" className={css.below}>
          {from && to && upTo && fault === 'tooWide' ? (
            <>
              <span className={css.fault}>
                <IconAlertCircle size={14} stroke={2} aria-hidden />
                {t('kit.window.tooWide', { count: months })}
              </span>
              <Button
                size="xs"
                variant="default"
                onClick={() => onTake(upTo)}
              >{`${format.date(upTo.from)} – ${format.date(to)}`}</Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => onTake({ from, to: addMonths(from, months) })}
              >{`${format.date(from)} – ${format.date(addMonths(from, months))}`}</Button>
            </>
          ) : (
            <span className="k-quiet">
              {from && !to
                ? t('kit.window.pickEnd')
                : [t('kit.window.hint', { count: months }), zone && t('kit.window.zone', { zone })]
                    .filter(Boolean)
                    .join(' ')}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
