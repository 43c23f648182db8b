import { getBacktest } from '@kervan/contract/lma/backtest'
import { exact, hundred } from '@kervan/contract/lma/exact'
import { priceModels, type PriceModel } from '@kervan/contract/lma/words'
import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { Scrolled } from '../Scrolled.tsx'
import { ProductChoice } from '../ProductChoice.tsx'
import { DecimalInput } from '../simulation/DecimalInput.tsx'

const fuels = ['Fuel']
/** More events are further back than anybody reads. */
const shownAtMost = 60

type Props = {
  product: string
  onProduct: (code: string | undefined) => void
  window: { from: string; to: string }
  windowField: React.ReactNode
}

/** How good expectations would have been from what was known on each day, and with other rules. */
export function BacktestTab({ product, onProduct, window, windowField }: Props) {
  const { t, state, column } = useWords()
  const format = useFormats()
  const [thresholdRate, setThreshold] = useState<string | null>(null)
  const [quoteLag, setQuoteLag] = useState<number | null>(null)
  const [rateLag, setRateLag] = useState<number | null>(null)
  const [priceModel, setModel] = useState<PriceModel | null>(null)
  const asked = useRead(getBacktest, {
    fuelProduct: product,
    ...window,
    thresholdRate: thresholdRate?.startsWith('-') ? null : thresholdRate,
    quoteLag,
    rateLag,
    priceModel,
  })
  const found = asked.data
  const percent = (share: string | null) =>
    share === null ? '–' : format.percent(exact(share).times(hundred).toChart())
  const lag = (value: number | string) => (value === '' ? null : Number(value))
  return (
    <>
      <div className={css.chosen}>
        <ProductChoice value={product} groups={fuels} one onChange={onProduct} />
        {windowField}
        <DecimalInput
          label={null}
          name={column('thresholdRate')}
          placeholder={column('thresholdRate')}
          value={thresholdRate}
          onChange={setThreshold}
        />
        <NumberInput
          aria-label={column('quoteLag')}
          placeholder={column('quoteLag')}
          min={0}
          max={10}
          value={quoteLag ?? ''}
          onChange={(value) => setQuoteLag(lag(value))}
        />
        <NumberInput
          aria-label={column('rateLag')}
          placeholder={column('rateLag')}
          min={0}
          max={10}
          value={rateLag ?? ''}
          onChange={(value) => setRateLag(lag(value))}
        />
        <Select
          aria-label={column('priceModel')}
          placeholder={column('priceModel')}
          data={priceModels.map((value) => ({ value, label: state('priceModel', value) }))}
          value={priceModel}
          clearable
          onChange={(value) => setModel(priceModels.find((one) => one === value) ?? null)}
          w={160}
        />
      </div>
      {!found ? (
        <ReadState asked={asked} />
      ) : (
        <>
          <dl className={css.figures}>
            {(
              [
                ['precision', percent(found.precision)],
                ['recall', percent(found.recall)],
                ['direction', percent(found.direction)],
                ['skill', percent(found.skill)],
                ['hitError', format.number(found.meanErrorOfHits)],
                ['meanError', format.number(found.meanError)],
                ['noChange', format.number(found.meanErrorOfNoChange)],
                ['bias', format.number(found.bias)],
                ['falseAlarms', format.number(found.falseAlarms)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{t(`lma.backtest.${name}`)}</dt>
                <dd>{value === '' ? '–' : value}</dd>
              </div>
            ))}
          </dl>
          <p className="k-quiet">{t('lma.backtest.basis', { count: found.runs })}</p>
          <Section title={t('lma.backtest.byHorizon')}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('lma.backtest.horizon')}</th>
                  <th scope="col">{t('lma.backtest.runs')}</th>
                  <th scope="col">{t('lma.backtest.meanError')}</th>
                  <th scope="col">{t('lma.backtest.noChange')}</th>
                </tr>
              </thead>
              <tbody>
                {found.horizons.map((one) => (
                  <tr key={one.days}>
                    <th scope="row">{format.number(one.days)}</th>
                    <td>{format.number(one.runs)}</td>
                    <td>{format.number(one.meanError)}</td>
                    <td>{format.number(one.meanErrorOfNoChange)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
          <Section title={t('lma.backtest.events')}>
            <Scrolled label={t('lma.backtest.events')}>
              <table className={css.table}>
                <thead>
                  <tr>
                    <th scope="col">{column('runDay')}</th>
                    <th scope="col">{t('lma.backtest.outcome')}</th>
                    <th scope="col">{t('column.marketMove')}</th>
                    <th scope="col">{t('column.priceInForce')}</th>
                    <th scope="col">{t('column.expectedPrice')}</th>
                    <th scope="col">{t('column.actualPrice')}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.events.slice(0, shownAtMost).map((one) => (
                    <tr key={one.day}>
                      <th scope="row">{format.date(one.day)}</th>
                      <td>{state('backtestOutcome', one.outcome)}</td>
                      <td>{format.number(one.marketMove)}</td>
                      <td>{format.number(one.before)}</td>
                      <td>{format.number(one.expected)}</td>
                      <td>{format.number(one.price)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scrolled>
          </Section>
        </>
      )}
    </>
  )
}
