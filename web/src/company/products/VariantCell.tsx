import { recordStates } from '@kervan/contract/company/words'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import type { Cell, Edited, Layer } from './matrixSheet.ts'
import css from './matrix.module.css'

type Props = {
  cell: Cell
  layer: Layer
  text: string
  /** Made just now, and not saved yet. */
  isNew: boolean
  isChanged: boolean
  fault: string | null
  readOnly: boolean
  onType: (values: Edited) => void
  onMake: () => void
}

/** One variant in one of its fields; what is wrong with it stands below. */
export function VariantCell(props: Props) {
  const { cell, layer, text, isNew, isChanged, fault, readOnly, onType, onMake } = props
  const { t, state } = useWords()
  const format = useFormats()
  const about = useId()
  const name = [cell.color ?? t('company.matrix.none'), cell.size ?? t('company.matrix.noSize')].join(', ')
  if (cell.variant === null && !isNew)
    return (
      <td>
        {readOnly ? (
          <span className={css.gap}>
            — <span className="k-hidden">{t('company.matrix.notMade')}</span>
          </span>
        ) : (
          <button
            type="button"
            className={css.make}
            aria-label={t('company.matrix.make', { name })}
            onClick={onMake}
          >
            <IconPlus size={16} aria-hidden />
          </button>
        )}
      </td>
    )
  if (layer === 'onHand') return <td className={css.figure}>{format.number(cell.variant?.onHand ?? 0)}</td>
  if (layer === 'code' && !isNew)
    return (
      <td className={css.code}>
        <span className="k-mono">{text}</span>
      </td>
    )
  const shared = {
    'aria-label': `${name}: ${t(`company.matrix.of.${layer}`)}`,
    'aria-invalid': fault !== null,
    'aria-describedby': fault === null ? undefined : about,
    'data-changed': isChanged || undefined,
    className: css.input,
    value: text,
  }
  return (
    <td>
      {layer === 'status' ? (
        <select
          {...shared}
          disabled={readOnly}
          onChange={(event) => onType({ status: event.currentTarget.value })}
        >
          {recordStates.map((one) => (
            <option key={one} value={one}>
              {state('recordState', one)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          data-layer={layer}
          inputMode={layer === 'gtin' ? 'numeric' : layer === 'listPrice' ? 'decimal' : 'text'}
          autoComplete="off"
          maxLength={layer === 'code' ? 60 : 20}
          readOnly={readOnly}
          onChange={(event) => onType({ [layer]: event.currentTarget.value })}
        />
      )}
      {fault !== null && (
        <span id={about} className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </td>
  )
}
