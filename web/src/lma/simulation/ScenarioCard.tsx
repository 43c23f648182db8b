import { exact, type Exact } from '@kervan/contract/lma/exact'
import type { PriceUnit } from '@kervan/contract/lma/price-units'
import {
  removeScenario,
  saveScenario,
  type ScenarioInputs,
  type SimulationBase,
} from '@kervan/contract/lma/scenarios'
import { ActionIcon, Button, Slider, TextInput, Tooltip } from '@mantine/core'
import { IconCopy, IconDeviceFloppy, IconEye, IconTrash, IconX } from '@tabler/icons-react'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { DecimalInput } from './DecimalInput.tsx'
import { inputsOf, reckon } from './reckon.ts'

export type Draft = { key: number; id: string | null; name: string; inputs: ScenarioInputs }
type Field = Exclude<keyof ScenarioInputs, 'path'>

type Props = {
  base: SimulationBase
  draft: Draft
  unit: PriceUnit
  /** Grid, effects and days below are those of this scenario. */
  isShown: boolean
  onShow: () => void
  onChange: (next: Draft) => void
  onClone: (() => void) | null
  onClose: (() => void) | null
}

/** Half of and once and a half times what is known: how far a slider goes. */
const reach = { quote: '0.25', rate: '0.25' } as const

/** One scenario: what it says, and what comes of it while it is typed or drawn. */
export function ScenarioCard({ base, draft, unit, isShown, onShow, onChange, onClone, onClose }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const may = useMayChangeCompany()(saveScenario)
  const { inputs } = draft
  const say = (field: Field, value: string | null) =>
    onChange({ ...draft, inputs: { ...inputs, [field]: value } })
  const save = useCall(saveScenario, {
    refreshes: ['Lma'],
    onDone: ({ scenarioId }) => {
      onChange({ ...draft, id: scenarioId })
      toast('success', t('lma.simulation.saved'))
    },
  })
  const remove = useCall(removeScenario, {
    refreshes: ['Lma'],
    onDone: () => {
      onChange({ ...draft, id: null })
      toast('success', t('lma.simulation.removed'))
    },
  })
  const found = reckon(base, inputs, unit)
  const used = inputsOf(base, inputs)
  const { fuelProduct } = base
  return (
    <section className={css.scenario} aria-label={draft.name} data-shown={isShown || undefined}>
      <header className={css.scenarioHead}>
        <TextInput
          aria-label={t('lma.simulation.name')}
          value={draft.name}
          maxLength={80}
          onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
        />
        <Act label={t('lma.simulation.show')} icon={IconEye} run={onShow} />
        {onClone && <Act label={t('lma.simulation.clone')} icon={IconCopy} run={onClone} />}
        {onClose && <Act label={t('lma.simulation.close')} icon={IconX} run={onClose} />}
      </header>
      <Drawn
        label={t('lma.input.quote')}
        known={exact(base.quote)}
        value={used.quote}
        share={reach.quote}
        digits={3}
        onChange={(value) => say('quote', value)}
      />
      <Drawn
        label={t('lma.input.rate')}
        known={exact(base.rate)}
        value={used.rate}
        share={reach.rate}
        digits={4}
        onChange={(value) => say('rate', value)}
      />
      <div className={css.scenarioFields}>
        {(
          [
            ['premium', t('lma.expectation.premium'), found.premium],
            ['density', t('column.density'), base.density],
            ['thresholdRate', t('column.thresholdRate'), base.thresholdRate],
            ['exciseTax', t('column.exciseTax'), base.exciseTax ?? ''],
          ] as const
        ).map(([field, label, known]) => (
          <DecimalInput
            key={field}
            label={label}
            placeholder={format.number(known === '' ? null : known)}
            value={inputs[field]}
            isPositive={field === 'density'}
            onChange={(value) => say(field, value)}
          />
        ))}
      </div>
      <dl className={css.result} aria-live="polite">
        <dt>{unit}</dt>
        <dd>{format.number(found.price)}</dd>
        <dt>{t('column.priceChange').replace(/ \(.*/, '')}</dt>
        <dd>
          {t('lma.simulation.changeAndShare', {
            change: format.number(found.change),
            percent: format.number(found.changePercent),
          })}
        </dd>
        <dt>{t('column.marketMove')}</dt>
        <dd data-trigger={found.changeExpected || undefined}>
          {format.number(found.move)} ·{' '}
          {t(found.changeExpected ? 'lma.expectation.changes' : 'lma.expectation.stays')}
        </dd>
      </dl>
      <FactList
        facts={[
          [t('lma.expectation.breakEvenUp'), format.number(found.breakEvenUp)],
          [t('lma.expectation.breakEvenDown'), format.number(found.breakEvenDown)],
          [t('lma.expectation.pumpEffect'), format.number(found.pump)],
        ]}
      />
      {may && (
        <footer className={css.scenarioFoot}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            loading={save.isPending}
            disabled={draft.name.trim() === ''}
            onClick={() =>
              void save.run({ scenarioId: draft.id, name: draft.name.trim(), fuelProduct, inputs })
            }
          >
            {t('lma.simulation.save')}
          </Button>
          {draft.id !== null && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              loading={remove.isPending}
              onClick={() => draft.id !== null && void remove.run({ scenarioId: draft.id })}
            >
              {t('lma.simulation.remove')}
            </Button>
          )}
        </footer>
      )}
    </section>
  )
}

function Act({ label, icon: Icon, run }: { label: string; icon: typeof IconEye; run: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={run}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type DrawnProps = {
  label: string
  known: Exact
  value: Exact
  share: string
  digits: number
  onChange: (value: string | null) => void
}

/** A value by slider and by hand. */
function Drawn({ label, known, value, share, digits, onChange }: DrawnProps) {
  const format = useFormats()
  const far = known.times(exact(share))
  const written = value.toFixed(digits)
  return (
    <div className={css.drawn}>
      <DecimalInput
        label={label}
        placeholder={format.number(known.toFixed(digits))}
        value={value.compare(known) === 0 ? null : written}
        isPositive
        onChange={onChange}
      />
      <Slider
        thumbLabel={label}
        label={null}
        min={known.minus(far).toChart()}
        max={known.plus(far).toChart()}
        step={known.times(exact('0.0005')).toChart()}
        value={value.toChart()}
        onChange={(at) => onChange(at.toFixed(digits))}
      />
    </div>
  )
}
