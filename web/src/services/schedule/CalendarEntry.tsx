import { cancelService, undoService, updateServiceDate } from '@kervan/contract/services/scheduling'
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { useState, type DragEvent } from 'react'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { stateLooks } from '../../kit/values/states.ts'
import css from '../services.module.css'
import { type Calendar, type Entry, refreshes } from './calendar.ts'

/** What a date says first: how its run stands, else whether it is planned. */
const lookOf = ({ state, runState }: Entry) =>
  (runState === null ? stateLooks['planState']?.[state] : stateLooks['serviceState']?.[runState]) ?? {}

/** A date as a button, which is dragged where it may be moved; its facts and what can be done with it open beside it. */
export function EntryButton({
  entry,
  data,
  onDrag,
}: {
  entry: Entry
  data: Calendar
  /** Takes the date while it is dragged; without it nothing is. */
  onDrag?: (entry: Entry | null) => void
}) {
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
            {...(onDrag &&
              entry.state === 'Active' &&
              entry.actions.move === null && {
                draggable: true,
                onDragStart: (event: DragEvent) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', entry.strategyName)
                  onDrag(entry)
                },
                onDragEnd: () => onDrag(null),
              })}
            title={`${entry.strategyName} · ${entry.runState === null ? state('planState', entry.state) : state('serviceState', entry.runState)}`}
          >
            <Badge {...lookOf(entry)}>{entry.strategyName}</Badge>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={css.row}>
            <strong>{entry.strategyName}</strong>
            {entry.runState === null ? (
              <StateBadge group="planState" value={entry.state} />
            ) : (
              <StateBadge group="serviceState" value={entry.runState} />
            )}
          </div>
          <FactList
            className={css.facts}
            facts={[
              [column('serviceDate'), format.date(entry.day)],
              [column('plannedDate'), entry.plannedDay === entry.day ? null : format.date(entry.plannedDay)],
              [column('projectName'), entry.projectName],
              [column('runCode'), entry.runCode],
              [
                t('services.calendar.tracking.title'),
                entry.tracking && <Tracked entry={entry} data={data} />,
              ],
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

/** How the senders of a PST run stand against the retention threshold (SVC-007). */
function Tracked({ entry: { tracking }, data }: { entry: Entry; data: Calendar }) {
  const { t } = useWords()
  const format = useFormats()
  if (tracking === null) return null
  const figures = {
    senders: format.number(tracking.senders),
    below: format.number(tracking.below),
    threshold: format.number(data.tracking.retentionThreshold),
  }
  return (
    <>
      <StateBadge group="pstTracking" value={tracking.state} />
      {tracking.state === 'Below' && <div>{t('services.calendar.tracking.below', figures)}</div>}
      {tracking.state === 'Kept' && <div>{t('services.calendar.tracking.kept', figures)}</div>}
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
