import {
  addService,
  cancelService,
  getServiceCalendar,
  undoService,
  updateServiceDate,
} from '@kervan/contract/services/scheduling'
import { addDays, addMonths, startOfWeek } from '@kervan/contract/kit/days'
import type { OutputOf } from '@kervan/contract/kit/call'
import { ActionIcon, Button, Popover, SegmentedControl, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { stateLooks } from '../../kit/values/states.ts'
import type { calendarSearch } from '../search.ts'
import css from '../services.module.css'

type Calendar = OutputOf<typeof getServiceCalendar>
type Entry = Calendar['entries'][number]
type Search = Pick<z.infer<typeof calendarSearch>, 'day' | 'calendar'>
type View = NonNullable<Search['calendar']>
type Props = { search: Search; change: (next: Partial<Search>) => void }

/** The days that a view shows, whole weeks beginning with Monday; the agenda shows a month. */
function daysOf(view: View, day: string): string[] {
  if (view === 'week') return sevenFrom(startOfWeek(day))
  const first = `${day.slice(0, 8)}01`
  const after = addMonths(first, 1)
  const days: string[] = []
  for (let one = view === 'month' ? startOfWeek(first) : first; one < after; one = addDays(one, 1))
    days.push(one)
  return view === 'month' ? wholeWeeks(days) : days
}
function wholeWeeks(days: readonly string[]): string[] {
  const missing = (7 - (days.length % 7)) % 7
  const last = days.at(-1) ?? ''
  return [...days, ...Array.from({ length: missing }, (_, at) => addDays(last, at + 1))]
}
const sevenFrom = (day: string) => Array.from({ length: 7 }, (_, at) => addDays(day, at))
const refreshes = ['Calendar', 'ServiceSchedule', 'ServiceStrategy']

/** Month, week and agenda of service dates: added, cancelled, restored and moved as long as they are not frozen. */
export function CalendarView({ search, change }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const day = search.day ?? today()
  const chosen = search.calendar ?? 'month'
  const view = isNarrow && chosen === 'month' ? 'agenda' : chosen
  const days = daysOf(view, day)
  const asked = useRead(getServiceCalendar, { from: days[0] ?? day, to: days.at(-1) ?? day })
  const [adding, setAdding] = useState<string | null>(null)
  const { data } = asked
  const step = (count: number) =>
    change({ day: view === 'week' ? addDays(day, count * 7) : addMonths(`${day.slice(0, 8)}01`, count) })
  const title =
    view === 'week'
      ? `${format.date(days[0] ?? day)} – ${format.date(days.at(-1) ?? day)}`
      : new Intl.DateTimeFormat(format.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${day}T00:00:00Z`),
        )
  return (
    <div>
      <div className={css.bar}>
        <ActionIcon variant="default" aria-label={t('services.calendar.back')} onClick={() => step(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('services.calendar.forth')} onClick={() => step(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button variant="default" onClick={() => change({ day: undefined })}>
          {t('services.calendar.today')}
        </Button>
        <strong>{title}</strong>
        <SegmentedControl
          aria-label={t('services.calendar.view')}
          value={view}
          data={(isNarrow ? (['week', 'agenda'] as const) : (['month', 'week', 'agenda'] as const)).map(
            (value) => ({
              value,
              label: t(`services.calendar.views.${value}`),
            }),
          )}
          onChange={(next) => change({ calendar: next })}
        />
        {data?.mayAdd && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(day)}
          >
            {t('services.calendar.add')}
          </Button>
        )}
      </div>
      {!data ? (
        <ReadState asked={asked} />
      ) : (
        <>
          <p className="k-quiet">
            {t('services.calendar.summary', {
              open: format.number(data.summary.open),
              closed: format.number(data.summary.closed),
              cancelled: format.number(data.summary.cancelled),
              credit: format.number(data.summary.credit),
              threshold: format.number(data.retentionThreshold),
            })}
          </p>
          {view === 'month' ? (
            <Month days={days} day={day} data={data} onAdd={setAdding} />
          ) : (
            <Agenda days={days} data={data} />
          )}
        </>
      )}
      {adding !== null && data && <AddService day={adding} data={data} onClose={() => setAdding(null)} />}
    </div>
  )
}

type Days = { days: readonly string[]; data: Calendar }

function Month({ days, day, data, onAdd }: Days & { day: string; onAdd: (day: string) => void }) {
  const { t } = useWords()
  const format = useFormats()
  const byDay = Map.groupBy(data.entries, (entry) => entry.day)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const weekday = new Intl.DateTimeFormat(format.language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <table className={css.month} aria-label={t('screen.serviceCalendar.title')}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col">
              {weekday.format(new Date(`${one}T00:00:00Z`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one} className={one.slice(0, 7) === day.slice(0, 7) ? '' : css.outside}>
                <div className={css.dayHead}>
                  <time dateTime={one} className={one === data.today ? css.today : ''}>
                    {Number(one.slice(8))}
                  </time>
                  {data.mayAdd && one > data.today && (
                    <ActionIcon
                      variant="subtle"
                      size="xs"
                      aria-label={t('services.calendar.addOn', { day: format.date(one) })}
                      onClick={() => onAdd(one)}
                    >
                      <IconPlus size={12} />
                    </ActionIcon>
                  )}
                </div>
                {(byDay.get(one) ?? []).map((entry) => (
                  <EntryButton key={entry.id} entry={entry} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Agenda({ days, data }: Days) {
  const { t } = useWords()
  const format = useFormats()
  const byDay = Map.groupBy(data.entries, (entry) => entry.day)
  const filled = days.filter((day) => byDay.has(day))
  if (filled.length === 0) return <p className="k-quiet">{t('services.calendar.none')}</p>
  return (
    <ul className={css.agenda}>
      {filled.map((day) => (
        <li key={day}>
          <h3>{format.date(day)}</h3>
          {(byDay.get(day) ?? []).map((entry) => (
            <EntryButton key={entry.id} entry={entry} />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** What a date says first: how its run stands, else whether it is planned. */
const lookOf = ({ state, runState }: Entry) =>
  (runState === null ? stateLooks['planState']?.[state] : stateLooks['serviceState']?.[runState]) ?? {}

/** A date as a button; its facts and what can be done with it open beside it. */
function EntryButton({ entry }: { entry: Entry }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const [isOpen, setOpen] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const cancel = useCall(cancelService, { refreshes })
  const undo = useCall(undoService, { refreshes })
  const asked = { dateId: entry.id, version: entry.version }
  const { actions } = entry
  const blocked = actions.move ?? actions.cancel ?? actions.undo
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus width={320} position="bottom-start">
        <Popover.Target>
          <UnstyledButton
            className={entry.state === 'Cancelled' ? `${css.entry} ${css.gone}` : css.entry}
            onClick={() => setOpen(!isOpen)}
            title={`${entry.strategyName} · ${entry.runState === null ? state('planState', entry.state) : state('serviceState', entry.runState)}`}
          >
            <Badge {...lookOf(entry)}>{entry.strategyName}</Badge>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={css.row}>
            <strong>{entry.strategyName}</strong>
            <StateBadge group="planState" value={entry.state} />
            {entry.runState !== null && <StateBadge group="serviceState" value={entry.runState} />}
          </div>
          <FactList
            className={css.facts}
            facts={[
              [column('serviceDate'), format.date(entry.day)],
              [column('plannedDate'), entry.plannedDay === entry.day ? null : format.date(entry.plannedDay)],
              [column('projectName'), entry.projectName],
              [column('runCode'), entry.runCode],
              [t('services.calendar.changeable'), format.dateTime(entry.changeableUntil)],
            ]}
          />
          {blocked && entry.state === 'Active' && <p className="k-quiet">{blocked}</p>}
          <div className={css.buttons}>
            {actions.move !== undefined && entry.state === 'Active' && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={actions.move !== null}
                onClick={() => setMoving(true)}
              >
                {t('services.calendar.move')}
              </Button>
            )}
            {actions.cancel !== undefined && entry.state === 'Active' && (
              <Button
                size="compact-sm"
                variant="default"
                color="red"
                disabled={actions.cancel !== null}
                loading={cancel.isPending}
                onClick={() => void cancel.run(asked).then(() => setOpen(false))}
              >
                {t('services.calendar.cancel')}
              </Button>
            )}
            {actions.undo !== undefined && entry.state === 'Cancelled' && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={actions.undo !== null}
                loading={undo.isPending}
                onClick={() => void undo.run(asked).then(() => setOpen(false))}
              >
                {t('services.calendar.undo')}
              </Button>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
      {isMoving && <Move entry={entry} onClose={() => setMoving(false)} />}
    </>
  )
}

const moveSchema = z.object({ day: z.iso.date() })

function Move({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t, column } = useWords()
  const move = useCall(updateServiceDate, { refreshes })
  return (
    <FormDialog
      title={t('services.calendar.moveTitle', { name: entry.strategyName })}
      action={t('services.calendar.move')}
      schema={moveSchema}
      start={{ day: entry.day }}
      paths={{ DateFrozen: 'day', DateTaken: 'day' }}
      onSubmit={({ day }) => move.attempt({ dateId: entry.id, version: entry.version, day })}
      onClose={onClose}
    >
      <DateField name="day" label={column('serviceDate')} minDate={today()} />
    </FormDialog>
  )
}

const addSchema = z.object({
  strategyId: z.string().min(1, 'services.schedule.strategyNeeded'),
  day: z.iso.date(),
})

function AddService({ day, data, onClose }: { day: string; data: Calendar; onClose: () => void }) {
  const { t, column } = useWords()
  const add = useCall(addService, { refreshes })
  return (
    <FormDialog
      title={t('services.calendar.add')}
      action={t('services.calendar.addAction')}
      schema={addSchema}
      start={{ strategyId: '', day: day > data.today ? day : addDays(data.today, 2) }}
      paths={{ DateFrozen: 'day', DateTaken: 'day', StrategyNotActive: 'strategyId' }}
      onSubmit={(values) => add.attempt(values)}
      onClose={onClose}
    >
      <SelectField
        name="strategyId"
        label={column('strategyName')}
        searchable
        data={data.strategies.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DateField name="day" label={column('serviceDate')} minDate={data.today} />
    </FormDialog>
  )
}
