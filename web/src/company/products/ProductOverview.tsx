import { getProductOverview } from '@kervan/contract/company/product-parts'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { FactList, RecordBody } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../company.module.css'
import picture from './picture.module.css'
import { ProductPicture } from './ProductPicture.tsx'
import { TabFigure } from '../TabFigure.tsx'

/** A product at a glance (PRD-001): what it is sold as, what lies where, and how it is ordered. */
export function ProductOverview({ id }: { id: string }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const asked = useRead(getProductOverview, { productId: id })
  if (!asked.data)
    return (
      <RecordBody>
        <ReadState asked={asked} />
      </RecordBody>
    )
  const found = asked.data
  const { nextPrice, currency } = found
  return (
    <RecordBody>
      <div className={picture.beside}>
        <ProductPicture picture={found.picture} size={96} />
        <div className={picture.facts}>
          <h3 className={css.heading}>{t('company.productOverview.sale')}</h3>
          <FactList
            facts={[
              [column('status'), state('recordState', found.status)],
              [column('season'), state('season', found.season)],
              [
                t('company.productOverview.price'),
                found.listPrice === null ? null : format.money(found.listPrice, currency),
              ],
              [
                t('company.productOverview.next'),
                nextPrice &&
                  t('company.productOverview.nextFrom', {
                    price: format.money(nextPrice.price, currency),
                    day: format.date(nextPrice.from),
                  }),
              ],
              [
                t('company.productOverview.variants'),
                <TabFigure key="variants" tab="variants" count={found.variants}>
                  {t('company.productOverview.active', {
                    active: format.number(found.activeVariants),
                    all: format.number(found.variants),
                  })}
                </TabFigure>,
              ],
              [
                t('company.productOverview.noBarcode'),
                <TabFigure key="noBarcode" tab="variants" count={found.withoutBarcode} />,
              ],
            ]}
          />
        </div>
      </div>
      <h3 className={css.heading}>{t('company.productOverview.stock')}</h3>
      <FactList
        facts={[
          [t('company.productOverview.onHand'), <TabFigure key="onHand" tab="stock" count={found.onHand} />],
          [t('company.productOverview.free'), <TabFigure key="free" tab="stock" count={found.free} />],
          [
            t('company.productOverview.warehouses'),
            <TabFigure key="warehouses" tab="stock" count={found.warehouses} />,
          ],
          [t('company.productOverview.pos'), format.number(found.pointsOfSale)],
        ]}
      />
      <h3 className={css.heading}>{t('company.productOverview.use')}</h3>
      <FactList
        facts={[
          [t('company.productOverview.restrictions'), format.number(found.restrictions)],
          [t('company.productOverview.orders'), format.number(found.orders)],
          [t('company.productOverview.pieces'), format.number(found.pieces)],
          [t('company.productOverview.last'), found.lastOrderAt && format.dateTime(found.lastOrderAt)],
        ]}
      />
    </RecordBody>
  )
}
