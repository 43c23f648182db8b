import type { KeyboardEvent } from 'react'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import type { Place, Variant } from './matrix.ts'
import { isBlock } from './matrix.ts'
import type { Sheet } from './quantitySheet.ts'
import css from './quantities.module.css'

type Props = {
  variant: Variant
  place: Place
  name: string
  sheet: Sheet
  /** Stock stands under the quantity where it has no column of its own. */
  withStock: boolean
  loading: boolean
  blocked: boolean
  onFocus: () => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (text: string) => void
}

/** One quantity; amber with "3 of 6" where stock does not cover it. */
export function MatrixCell(props: Props) {
  const { variant, place, name, sheet, withStock, loading, blocked } = props
  const judged = sheet.judge(variant)
  const isShort = sheet.isShort(variant)
  return (
    <td className={css.cell}>
      <input
        className={css.input}
        data-place={`${place.row}-${place.column}`}
        data-filled={sheet.textOf(variant) !== '' || undefined}
        data-warn={judged.is === 'noPack' || undefined}
        data-short={isShort || undefined}
        aria-label={name}
        aria-invalid={judged.is === 'noNumber' || judged.is === 'outOfBounds'}
        aria-describedby={`hint-${place.row} in-stock`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        disabled={loading}
        readOnly={blocked}
        value={sheet.textOf(variant)}
        onChange={(event) =>
          sheet.type(new Map([[variant.variantId, event.currentTarget.value]]), variant.variantId)
        }
        onFocus={(event) => {
          event.currentTarget.select()
          props.onFocus()
        }}
        onBlur={() => {
          props.onBlur()
          sheet.left(variant)
        }}
        onKeyDown={props.onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!isBlock(text) || blocked) return
          event.preventDefault()
          props.onPaste(text)
        }}
      />
      {(withStock || isShort) && <Stock variant={variant} asked={isShort ? sheet.countOf(variant) : null} />}
    </td>
  )
}

function Stock({ variant, asked }: { variant: Variant; asked: number | null }) {
  const { t } = useWords()
  const format = useFormats()
  const available = format.number(variant.available)
  return (
    <span
      className={css.stock}
      data-short={asked !== null || undefined}
      data-none={variant.available === 0 || undefined}
    >
      {asked === null ? available : t('order.new.coveredOf', { available, asked: format.number(asked) })}
    </span>
  )
}
