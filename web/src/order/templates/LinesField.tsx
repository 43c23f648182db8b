import type { OutputOf } from '@kervan/contract/kit/call'
import { findVariants } from '@kervan/contract/order/order-new'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconBarcode, IconTrash } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callServer } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useRights } from '../../kit/call/rights.ts'
import { NumberField } from '../../kit/form/fields.tsx'
import { productName } from '../shared/productName.ts'
import css from './templates.module.css'
import type { FormLine } from '../shared/templateForm.ts'

type Variant = OutputOf<typeof findVariants>['variants'][number]
type Said = { text: string; choose?: readonly Variant[]; meant?: string }

/** The products of a template: added by code, each once, with a quantity to type. */
export function LinesField({ name }: { name: string }) {
  const { t } = useTranslation()
  const { field, fieldState, formState } = useController({ name })
  const lines: readonly FormLine[] = field.value
  const mayFind = useRights().has(findVariants.permission ?? '')
  const set = (next: readonly FormLine[]) => field.onChange(next)
  const error = fieldState.error?.message ?? fieldState.error?.root?.message
  const add = (variant: Variant) => {
    const pack = Math.max(1, variant.packUnit)
    const quantity = Math.max(pack, Math.ceil(variant.minimumQuantity / pack) * pack)
    set([...lines, { productCode: variant.variantCode, productName: productName(variant), quantity }])
  }
  return (
    <section className={css.lines} aria-label={t('order.template.lines')}>
      <h3 className={css.linesTitle}>{t('order.template.lines')}</h3>
      {mayFind && <AddByCode codes={lines.map(({ productCode }) => productCode)} onAdd={add} />}
      {error && (formState.isSubmitted || lines.length === 0) && (
        <p role="alert" className={css.fault}>
          {error}
        </p>
      )}
      {lines.length > 0 && (
        <ul className={css.formLines}>
          {lines.map((line, index) => (
            <li key={line.productCode}>
              <span className={css.product}>
                <span className="k-cut">{line.productName}</span>
                <span className="k-mono k-quiet">{line.productCode}</span>
              </span>
              <NumberField
                name={`${name}.${index}.quantity`}
                label={
                  <span className="k-hidden">
                    {t('order.template.quantityOf', { product: line.productName })}
                  </span>
                }
                min={1}
              />
              <ActionIcon
                size="sm"
                variant="subtle"
                aria-label={t('order.template.removeLine', { product: line.productName })}
                onClick={() => set(lines.filter(({ productCode }) => productCode !== line.productCode))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AddByCode({ codes, onAdd }: { codes: readonly string[]; onAdd: (variant: Variant) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (variant: Variant) => {
    if (codes.includes(variant.variantCode))
      return setSaid({ text: t('order.template.alreadyThere', { code: variant.variantCode }) })
    onAdd(variant)
    setCode('')
    setSaid(null)
    input.current?.focus()
  }
  const find = async (typed: string) => {
    if (typed.trim() === '' || busy) return
    setBusy(true)
    try {
      const { variants, closest } = await callServer(findVariants, { code: typed.trim() })
      const [first] = variants
      if (first && variants.length === 1) return take(first)
      if (first) setSaid({ text: t('order.new.quickWhich', { name: first.productName }), choose: variants })
      else if (closest)
        setSaid({
          text: t('order.new.quickClosest', { code: typed, closest: closest.code, name: closest.name }),
          meant: closest.code,
        })
      else setSaid({ text: t('order.new.quickUnknown', { code: typed }) })
    } catch (thrown) {
      setSaid({ text: toRefused(thrown).message })
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void find(code)
  }
  return (
    <>
      <div className={css.addLine}>
        <TextInput
          ref={input}
          className={css.code ?? ''}
          aria-label={t('order.template.addCode')}
          placeholder={t('order.template.addCode')}
          leftSection={<IconBarcode size={16} aria-hidden />}
          autoComplete="off"
          maxLength={300}
          value={code}
          error={said !== null}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setSaid(null)
          }}
          onKeyDown={onKeyDown}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={code.trim() === ''}
          onClick={() => void find(code)}
        >
          {t('order.template.add')}
        </Button>
      </div>
      {said && (
        <div role="alert" className={css.said}>
          <span>{said.text}</span>
          {said.meant !== undefined && (
            <Button size="xs" variant="default" onClick={() => void find(said.meant ?? '')}>
              {t('order.new.useValue', { value: said.meant })}
            </Button>
          )}
          {said.choose?.map((one) => (
            <Button key={one.variantId} size="xs" variant="default" onClick={() => take(one)}>
              {[one.color, one.size].filter(Boolean).join(' ') || one.variantCode}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
