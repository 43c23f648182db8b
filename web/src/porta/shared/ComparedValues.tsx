import type { Compared } from '@kervan/contract/porta/discount-requests'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './porta.module.css'

const days = new Set(['expiryDate', 'saleDate'])
/** The values of a picture have the names of what was read. */
const readAs: Record<string, string> = {
  lotNumber: 'lot',
  pointOfSaleGln: 'pharmacyGln',
  saleDate: 'declaredAt',
  repaymentGln: 'buyerGln',
}

type Props = { rows: readonly Compared[]; onMark: (field: string | null) => void }

/** What was applied for beside what the picture and ITS say; rows that differ are marked, and pointing at one frames it in the picture. */
export function ComparedValues({ rows, onMark }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const said = (field: string, value: string | null) => {
    if (value === null) return <span className="k-quiet">–</span>
    if (days.has(field)) return format.date(value)
    return field === 'finalized' ? t(value === 'yes' ? 'kit.yes' : 'kit.no') : value
  }
  return (
    <table className={css.compared}>
      <thead>
        <tr>
          <th scope="col">{t('porta.compared.what')}</th>
          <th scope="col">{t('porta.compared.applied')}</th>
          <th scope="col">{t('porta.compared.image')}</th>
          <th scope="col">{t('porta.compared.its')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, applied, image, its, differs }) => (
          <tr
            key={field}
            data-differs={differs || undefined}
            onMouseEnter={() => onMark(readAs[field] ?? field)}
            onMouseLeave={() => onMark(null)}
          >
            <td>
              {tDynamic(t, `porta.compared.field.${field}`, field)}
              {differs && <span className="k-hidden"> {t('porta.compared.differs')}</span>}
            </td>
            <td>{said(field, applied)}</td>
            <td>{said(field, image)}</td>
            <td>{said(field, its)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
