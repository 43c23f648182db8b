import type { TransferPrice } from '@kervan/contract/lma/transfer-batches'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { Scrolled } from '../Scrolled.tsx'

/** How a transfer price comes about: its legs, and the steps from their mix to the price. */
export function TransferSteps({ of }: { of: TransferPrice }) {
  const { t, state } = useWords()
  const format = useFormats()
  const steps = [
    ['supply', of.supply],
    ['blended', of.blended],
    ['parameter', of.parameter],
  ] as const
  return (
    <>
      <dl className={css.figures}>
        <div>
          <dt>{t('column.transferPrice')}</dt>
          <dd>{format.number(of.price)}</dd>
        </div>
        <div>
          <dt>{t('column.serviceFee')}</dt>
          <dd>{format.number(of.fee)}</dd>
        </div>
        <div>
          <dt>{t('column.transferAllIn')}</dt>
          <dd>{format.number(of.allIn)}</dd>
        </div>
      </dl>
      <Scrolled label={t('kind.transferLeg.many')}>
        <table className={css.table} aria-label={t('kind.transferLeg.many')}>
          <thead>
            <tr>
              <th scope="col">{t('kind.transferLeg.one')}</th>
              <th scope="col">{t('column.purchaseRatio')}</th>
              <th scope="col">{t('lma.transfer.base')}</th>
              <th scope="col">{t('lma.transfer.afterRebate')}</th>
              <th scope="col">{t('lma.transfer.premium')}</th>
              <th scope="col">{state('marketUnit', '$/M3')}</th>
            </tr>
          </thead>
          <tbody>
            {of.legs.map((leg) => (
              <tr key={leg.legNumber}>
                <th scope="row">
                  {leg.fuelSupplier}
                  <br />
                  <span className="k-quiet">
                    {state('purchaseType', leg.purchaseType)} · {state('supplierMode', leg.supplierMode)}
                  </span>
                </th>
                <td>{format.number(leg.ratio)}</td>
                <td>{format.number(leg.base)}</td>
                <td>{format.number(leg.afterRebate)}</td>
                <td>{format.number(leg.premium)}</td>
                <td>{format.number(leg.price)}</td>
              </tr>
            ))}
            {steps.map(([step, value]) => (
              <tr key={step}>
                <th scope="row" colSpan={5}>
                  {t(`lma.transfer.step.${step}`)}
                </th>
                <td>{format.number(value)}</td>
              </tr>
            ))}
            <tr className={css.sum}>
              <th scope="row" colSpan={5}>
                {t('column.transferPrice')}
              </th>
              <td>{format.number(of.price)}</td>
            </tr>
          </tbody>
        </table>
      </Scrolled>
      <h3 className={css.heading}>{t('lma.expectation.inputs')}</h3>
      <FactList
        className={css.facts}
        facts={[
          [t('lma.input.quote'), format.number(of.inputs['quote'] ?? null)],
          [
            t('lma.input.quoteDays'),
            of.inputs['quoteFrom'] &&
              `${format.date(of.inputs['quoteFrom'])} – ${format.date(of.inputs['quoteTo'] ?? '')}`,
          ],
          [t('lma.input.rate'), format.number(of.inputs['rate'] ?? null)],
          [t('lma.input.rateDay'), of.inputs['rateDay'] && format.date(of.inputs['rateDay'])],
          [t('lma.input.density'), format.number(of.inputs['density'] ?? null)],
          [t('lma.input.basePrice'), format.number(of.inputs['refineryPrice'] ?? null)],
          [t('column.blendingRatio'), format.number(of.inputs['blendingRatio'] ?? null)],
          [t('lma.transfer.blendedIn'), format.number(of.inputs['blendedIn'] ?? null)],
        ]}
      />
    </>
  )
}
