import { expectationUnit } from '@kervan/contract/lma/price-units'
import {
  approveExpectation,
  getExpectation,
  rejectExpectation,
  runExpectation,
  sendExpectation,
  type Expectation,
  type expectations,
} from '@kervan/contract/lma/expectations'
import type { PriceUnit } from '@kervan/contract/lma/price-units'
import { priceUnits } from '@kervan/contract/lma/price-units'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button, SegmentedControl } from '@mantine/core'
import { IconCheck, IconMail, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from '../lma.module.css'
import { Waterfall } from './Waterfall.tsx'

type Props = RecordPlace<RowOf<typeof expectations>>

/** An expectation: its parts, the price in every unit, what it is compared with, and what it was made of. */
export function ExpectationDrawer({ id, page, onOpen }: Props) {
  const { t, state } = useWords()
  const format = useFormats()
  const shown = useLast(id)
  const asked = useRead(getExpectation, { expectationId: shown ?? '' }, { enabled: id !== null })
  const { actions, dialog } = useActions(asked.data)
  const history = useHistoryTab<Expectation>(
    'expectationRun',
    ({ runId }) => runId,
    t('masterData.tab.history'),
  )
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ fuelProductName }) => fuelProductName}
      untitled={t('screen.priceExpectation.title')}
      badges={({ expectationState }) => <StateBadge group="expectationState" value={expectationState} />}
      facts={(found) => (
        <FactList
          facts={[
            [t('column.runDay'), format.date(found.runDay)],
            [t('column.effectiveDay'), format.date(found.effectiveDay)],
            [t('column.madeBy'), `${found.madeBy}, ${format.dateTime(found.madeAt)}`],
            [
              t('lma.expectation.decided'),
              found.decidedBy && `${found.decidedBy}, ${format.dateTime(found.decidedAt)}`,
            ],
            [
              t('column.expectationNotes'),
              found.notes.map((one) => state('expectationNote', one)).join(', '),
            ],
          ]}
        />
      )}
      banner={({ inputsChanged, runDay }) => inputsChanged && <ChangedBanner runDay={runDay} />}
      tabs={[
        { key: 'price', label: t('lma.expectation.price'), show: (found) => <Price of={found} /> },
        { key: 'inputs', label: t('lma.expectation.inputs'), show: (found) => <Inputs of={found} /> },
        ...history,
      ]}
      actions={actions}
      dialog={dialog}
    />
  )
}

/** Inputs have another value by now: the day can be calculated again, which makes a run of its own. */
function ChangedBanner({ runDay }: { runDay: string }) {
  const { t } = useWords()
  const may = useMayChangeCompany()(runExpectation)
  const run = useCall(runExpectation, {
    refreshes: ['Lma'],
    failed: t('lma.expectation.notMade'),
    onDone: () => toast('success', t('lma.expectation.made')),
  })
  return (
    <RecordBanner
      action={
        may && (
          <Button size="compact-sm" loading={run.isPending} onClick={() => void run.run({ runDay })}>
            {t('lma.expectation.again')}
          </Button>
        )
      }
    >
      {t('lma.expectation.inputsChanged')}
    </RecordBanner>
  )
}

function useActions(found: Expectation | undefined) {
  const { t, column } = useWords()
  const may = useMayChangeCompany()
  const [rejects, setRejects] = useState(false)
  const options = (done: 'approved' | 'rejected' | 'sent') =>
    ({
      refreshes: ['Lma'],
      onDone: () => toast('success', t(`lma.expectation.done.${done}`)),
    }) as const
  const approve = useCall(approveExpectation, options('approved'))
  const reject = useCall(rejectExpectation, options('rejected'))
  const send = useCall(sendExpectation, options('sent'))
  if (!found) return { actions: [], dialog: null }
  const { runId } = found
  const decide: GridAction[] = may(approveExpectation)
    ? [
        {
          key: 'approve',
          label: t('lma.expectation.approve'),
          icon: IconCheck,
          tone: 'primary',
          hotkey: 'a',
          blocked: found.actions.approve,
          run: () => void approve.run({ runId }),
        },
        {
          key: 'reject',
          label: t('lma.expectation.reject'),
          icon: IconX,
          tone: 'danger',
          hotkey: 'r',
          blocked: found.actions.approve,
          run: () => setRejects(true),
        },
      ]
    : []
  const again: GridAction[] = may(sendExpectation)
    ? [
        {
          key: 'send',
          label: t('lma.expectation.send'),
          icon: IconMail,
          blocked: found.actions.send,
          run: () => void send.run({ runId }),
        },
      ]
    : []
  const dialog = rejects && (
    <FormDialog
      title={t('lma.expectation.reject')}
      action={t('lma.expectation.reject')}
      danger
      schema={z.object({ reason: z.string().trim().min(1).max(300) })}
      start={{ reason: '' }}
      onSubmit={async ({ reason }) => (await reject.attempt({ runId, reason })) !== undefined}
      onClose={() => setRejects(false)}
    >
      <TextAreaField name="reason" label={column('reason')} rows={3} maxLength={300} />
    </FormDialog>
  )
  return {
    actions: found.expectationState === 'Made' ? [...decide, ...again] : [...again, ...decide],
    dialog,
  }
}

function Price({ of }: { of: Expectation }) {
  const { t, state } = useWords()
  const format = useFormats()
  const [unit, setUnit] = useState<PriceUnit>('TL/M3')
  const price = of.prices?.find((one) => one.unit === unit)
  if (!price) return <p>{t('lma.expectation.none')}</p>
  return (
    <>
      <SegmentedControl
        aria-label={t('lma.unit')}
        data={priceUnits.map((one) => ({ value: one, label: one }))}
        value={unit}
        onChange={(value) => setUnit(priceUnits.find((one) => one === value) ?? 'TL/M3')}
        className={css.units}
      />
      <p className="k-quiet">
        {t('lma.densityShown', { density: format.number(of.inputs['density'] ?? null) })}
      </p>
      <dl className={css.figures}>
        <div>
          <dt>{t('lma.expectation.inForce')}</dt>
          <dd>{format.number(price.inForce)}</dd>
        </div>
        <div>
          <dt>{t('lma.expectation.expected')}</dt>
          <dd>{format.number(price.expected)}</dd>
        </div>
        <div>
          <dt>{t('column.marketMove')}</dt>
          <dd>{of.marketMove === null ? '–' : format.number(of.marketMove)}</dd>
        </div>
        <div>
          <dt>{t('lma.expectation.verdict')}</dt>
          <dd>{t(of.changeExpected ? 'lma.expectation.changes' : 'lma.expectation.stays')}</dd>
        </div>
      </dl>
      {of.change !== null && of.parts.length > 0 && <Waterfall parts={of.parts} change={of.change} />}
      <h3 className={css.heading}>{t('lma.expectation.compared')}</h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('lma.expectation.comparedWith')}</th>
            <th scope="col">{expectationUnit}</th>
            <th scope="col">{t('column.priceChange')}</th>
            <th scope="col">{t('column.changePercent')}</th>
          </tr>
        </thead>
        <tbody>
          {of.comparisons.map(({ comparison, base, change, percent }) => (
            <tr key={comparison}>
              <th scope="row">{state('comparison', comparison)}</th>
              <td>{format.number(base)}</td>
              <td>{format.number(change)}</td>
              <td>{format.number(percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FactList
        className={css.facts}
        facts={[
          [t('lma.expectation.breakEvenUp'), format.number(of.breakEvenUp)],
          [t('lma.expectation.breakEvenDown'), format.number(of.breakEvenDown)],
          [t('lma.expectation.pumpEffect'), format.number(of.pumpEffect)],
          [t('lma.expectation.premium'), format.number(of.premium)],
          [t('column.analystPrice'), format.number(of.analystPrice)],
          [t('column.actualPrice'), format.number(of.actualPrice)],
        ]}
      />
    </>
  )
}

/** What the run knew, as it is kept: names of inputs are `lma.input.<name>`. */
function Inputs({ of }: { of: Expectation }) {
  const { t } = useWords()
  const format = useFormats()
  const written = (name: string, value: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? format.date(value)
      : /^-?\d+(\.\d+)?$/.test(value)
        ? format.number(value)
        : tDynamic(t, `state.${name === 'priceModel' ? 'priceModel' : 'priceSource'}.${value}`, value)
  return (
    <>
      <FactList
        className={css.facts}
        facts={Object.entries(of.inputs).flatMap(([name, value]) =>
          value === null ? [] : [[tDynamic(t, `lma.input.${name}`, name), written(name, value)] as const],
        )}
      />
      <h3 className={css.heading}>{t('lma.expectation.kept')}</h3>
      <FactList
        className={css.facts}
        facts={[
          [t('lma.expectation.formula'), of.formulaVersion],
          [
            t('lma.expectation.hash'),
            <span key="hash" className={css.hash}>
              {of.inputsHash}
            </span>,
          ],
        ]}
      />
    </>
  )
}
