import { getFuelChoices } from '@kervan/contract/lma/margin-lists'
import type { PriceUnit } from '@kervan/contract/lma/price-units'
import { expectationUnit, priceUnits } from '@kervan/contract/lma/price-units'
import {
  getScenarios,
  getSimulationBase,
  scenariosAtOnce,
  type SimulationBase,
} from '@kervan/contract/lma/scenarios'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { ProductChoice } from '../ProductChoice.tsx'
import { simulationSearch } from '../search.ts'
import { Days } from './Days.tsx'
import { Effects } from './Effects.tsx'
import { Grid } from './Grid.tsx'
import { emptyScenario } from './reckon.ts'
import { ScenarioCard, type Draft } from './ScenarioCard.tsx'

const fuels: readonly string[] = ['Fuel']

/** What a price would be with other inputs: up to four scenarios side by side (LMA-004). */
export default function Simulation() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(simulationSearch)
  const title = t('screen.priceSimulation.title')
  const permission = getSimulationBase.permission ?? ''
  const choices = useRead(getFuelChoices, {}, { enabled: rights.has(permission) })
  const product =
    search.product ?? choices.data?.products.find(({ fuelGroup }) => fuels.includes(fuelGroup))?.code
  const asked = useRead(
    getSimulationBase,
    { fuelProduct: product ?? '' },
    { enabled: product !== undefined && rights.has(permission) },
  )
  if (!rights.has(permission))
    return (
      <PageFrame title={title}>
        <NoRight title={title} permission={permission} />
      </PageFrame>
    )
  return (
    <PageFrame
      title={title}
      layout="scroll"
      actions={
        <ProductChoice value={product} groups={fuels} one onChange={(code) => change({ product: code })} />
      }
    >
      {product === undefined ? (
        <p>{t('lma.simulation.choose')}</p>
      ) : asked.data ? (
        <Desk key={asked.data.fuelProduct} base={asked.data} />
      ) : (
        <ReadState asked={asked} name={title} />
      )}
    </PageFrame>
  )
}

let made = 0
const draft = (name: string, over: Partial<Draft> = {}): Draft => ({
  key: ++made,
  id: null,
  name,
  inputs: emptyScenario,
  ...over,
})

function Desk({ base }: { base: SimulationBase }) {
  const { t } = useWords()
  const format = useFormats()
  const kept = useRead(getScenarios, {})
  const [unit, setUnit] = useState<PriceUnit>(expectationUnit)
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => [
    draft(t('lma.simulation.new', { number: 1 })),
  ])
  const [looked, setLooked] = useState(0)
  const shown = drafts[Math.min(looked, drafts.length - 1)]
  const add = (one: Draft) => setDrafts((all) => [...all, one].slice(0, scenariosAtOnce))
  const replace = (at: number, next: Draft | null) =>
    setDrafts((all) => all.flatMap((one, index) => (index === at ? (next ? [next] : []) : [one])))
  const others = (kept.data?.scenarios ?? []).filter(
    ({ id, fuelProduct }) => fuelProduct === base.fuelProduct && !drafts.some((one) => one.id === id),
  )
  const isFull = drafts.length >= scenariosAtOnce
  return (
    <>
      <SegmentedControl
        aria-label={t('lma.unit')}
        data={priceUnits.map((one) => ({ value: one, label: one }))}
        value={unit}
        onChange={(value) => setUnit(priceUnits.find((one) => one === value) ?? expectationUnit)}
        className={css.units}
      />
      <p className="k-quiet">
        {t('lma.simulation.known', {
          quote: format.number(base.quote),
          quoteDay: format.date(base.quoteDay),
          rate: format.number(base.rate),
          rateDay: format.date(base.rateDay),
          density: format.number(base.density),
        })}
      </p>
      <div className={css.scenarios}>
        {drafts.map((one, at) => (
          <ScenarioCard
            key={one.key}
            base={base}
            draft={one}
            unit={unit}
            isShown={one === shown}
            onShow={() => setLooked(at)}
            onChange={(next) => replace(at, next)}
            onClone={
              isFull
                ? null
                : () => add(draft(t('lma.simulation.copyOf', { name: one.name }), { inputs: one.inputs }))
            }
            onClose={drafts.length === 1 ? null : () => replace(at, null)}
          />
        ))}
      </div>
      <div className={css.chosen}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isFull}
          onClick={() => add(draft(t('lma.simulation.new', { number: drafts.length + 1 })))}
        >
          {t('lma.simulation.add')}
        </Button>
        {others.map((one) => (
          <Button
            key={one.id}
            variant="subtle"
            disabled={isFull}
            onClick={() => add(draft(one.name, { id: one.id, inputs: one.inputs }))}
          >
            {one.name}
          </Button>
        ))}
      </div>
      {shown && (
        <>
          <Section title={t('lma.simulation.effects', { name: shown.name })}>
            <Effects base={base} said={shown.inputs} />
          </Section>
          <Section title={t('lma.simulation.grid', { name: shown.name })}>
            <Grid base={base} said={shown.inputs} />
          </Section>
          <Section title={t('lma.simulation.ahead', { name: shown.name })}>
            <Days
              base={base}
              said={shown.inputs}
              onChange={(path) =>
                replace(drafts.indexOf(shown), { ...shown, inputs: { ...shown.inputs, path } })
              }
            />
          </Section>
        </>
      )}
    </>
  )
}
