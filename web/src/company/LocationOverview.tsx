import { getLocationOverview } from '@kervan/contract/company/location-parts'
import { useRead } from '../kit/call/query.ts'
import { useWords } from '../kit/i18n/words.ts'
import { ReadState } from '../kit/record/ReadState.tsx'
import { FactList, RecordBody } from '../kit/record/RecordParts.tsx'
import { useFormats } from '../kit/values/format.ts'
import css from './company.module.css'
import { TabFigure } from './TabFigure.tsx'

/** A location at a glance (LOC-001): its part in transfers, what it is as a point of sale, and what depends on it. */
export function LocationOverview({ id }: { id: string }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const asked = useRead(getLocationOverview, { locationId: id })
  if (!asked.data)
    return (
      <RecordBody>
        <ReadState asked={asked} />
      </RecordBody>
    )
  const found = asked.data
  return (
    <RecordBody>
      <h3 className={css.heading}>{t('company.overview.pst')}</h3>
      <FactList
        facts={[
          [
            column('actionRole'),
            found.actionRole ? state('actionRole', found.actionRole) : t('kit.history.empty'),
          ],
          [column('breakdownState'), state('breakdownState', found.breakdownState)],
          [
            t('company.overview.suppliers'),
            <TabFigure key="suppliers" tab="network" count={found.suppliers} />,
          ],
          [
            t('company.overview.receivers'),
            <TabFigure key="receivers" tab="network" count={found.receivers} />,
          ],
        ]}
      />
      <h3 className={css.heading}>{t('company.overview.pos')}</h3>
      <FactList
        facts={[
          [t('company.overview.pointOfSale'), t(found.isPointOfSale ? 'kit.yes' : 'kit.no')],
          [t('company.overview.ownType'), found.ownType],
        ]}
      />
      <h3 className={css.heading}>{t('company.overview.use')}</h3>
      <FactList
        facts={[
          [t('company.overview.users'), <TabFigure key="users" tab="users" count={found.users} />],
          [
            t('company.overview.restrictions'),
            <TabFigure key="restrictions" tab="restrictions" count={found.restrictions} />,
          ],
          [t('company.overview.orders'), format.number(found.orders)],
          [t('company.overview.lastOrder'), found.lastOrderAt && format.dateTime(found.lastOrderAt)],
        ]}
      />
    </RecordBody>
  )
}
