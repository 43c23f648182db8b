import { Switch } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { NumberField, TextAreaField } from '../../kit/form/fields.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import css from './returns.module.css'

/** What is entered of lines, by their ids: a quantity, or the codes of packs. */
export const lineShape = {
  quantities: z.record(z.string(), z.int().min(0).optional()),
  codes: z.record(z.string(), z.string().optional()),
}
type Entered = z.infer<z.ZodObject<typeof lineShape>>

export const emptyLines: Entered = { quantities: {}, codes: {} }

/** The lines of which something was entered. */
export const enteredLines = ({ quantities, codes }: Entered, ids: readonly string[]) =>
  ids.flatMap((id) => {
    const text = codes[id]?.trim() ?? ''
    const quantity = quantities[id] ?? null
    return text !== '' || quantity !== null ? [{ id, quantity, codes: text === '' ? null : text }] : []
  })

type Line = { id: string; lineCode: string; productName: string; gtin: string | null }

/** A quantity for each line; the codes of its packs in place of it where somebody scans. */
export function LineFields({
  lines,
  most,
  hint,
}: {
  lines: readonly Line[]
  most: (id: string) => number
  hint: (id: string) => ReactNode
}) {
  const { t } = useWords()
  const [isScanned, setScanned] = useState(false)
  const withCodes = lines.some(({ gtin }) => gtin !== null)
  return (
    <>
      {withCodes && (
        <Switch
          label={t('returns.byCodes')}
          checked={isScanned}
          onChange={(event) => setScanned(event.currentTarget.checked)}
        />
      )}
      <ul className={css.lines}>
        {lines.map(({ id, lineCode, productName, gtin }) => (
          <li key={id}>
            <div className={css.name}>
              <span>{productName}</span>
              <span className="k-quiet">
                <span className="k-mono">{lineCode}</span> · {hint(id)}
              </span>
            </div>
            {isScanned && gtin !== null ? (
              <TextAreaField
                name={`codes.${id}`}
                label={t('returns.codesOf', { line: lineCode })}
                rows={3}
                optional
              />
            ) : (
              <NumberField
                name={`quantities.${id}`}
                label={t('returns.quantityOf', { line: lineCode })}
                min={0}
                max={most(id)}
                optional
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
