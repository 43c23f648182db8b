import { findVariants } from '@kervan/contract/order/order-new'
import { addPastedLines } from '@kervan/contract/order/pasted-lines'
import { Button, TextInput } from '@mantine/core'
import { IconBarcode, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { useFormats } from '../../kit/values/format.ts'
import type { OrderOptions } from './delivery.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { isPastedBlock, readPasted, type Pasted } from './pasted.ts'
import css from './quick.module.css'
import { nameOf, useQuickEntry, type Variant } from './useQuickEntry.ts'

const shownEntries = 5
const PasteDialog = lazy(() => import('./PasteDialog.tsx').then((of) => ({ default: of.PasteDialog })))

/**
 * One line for those who know their codes: code, GTIN or scan, Enter, quantity, Enter, and the next one. A scanner that
 * types what it reads and ends it with Enter needs no setting. A block of a spreadsheet is pasted into the code.
 */
export function QuickEntry({ options }: { options: OrderOptions }) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const codeInput = useRef<HTMLInputElement>(null)
  const quantityInput = useRef<HTMLInputElement>(null)
  const entry = useQuickEntry(options, codeInput, quantityInput)
  const { code, quantity, variant, said, busy } = entry
  const [pasted, setPasted] = useState<Pasted | null>(null)
  useHotkey('q', t('order.new.quick'), () => codeInput.current?.focus())
  if (!rights.has(findVariants.permission ?? '')) return null
  const onCodeKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (code.trim() === '') return
    // The quantity can be typed while the code is looked up.
    quantityInput.current?.focus()
    void entry.find(code)
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isPastedBlock(text) || !rights.has(addPastedLines.permission ?? '')) return
    event.preventDefault()
    const read = readPasted(text)
    if (read.rows.length > 0) setPasted(read)
  }
  const onQuantityKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void entry.add()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      entry.restart()
    }
  }
  return (
    <section className={css.quick} aria-label={t('order.new.quick')}>
      <div className={css.line}>
        <TextInput
          ref={codeInput}
          className={css.code ?? ''}
          aria-label={t('order.new.quickCode')}
          placeholder={t('order.new.quickCode')}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          leftSection={<IconBarcode size={16} aria-hidden />}
          rightSection={code === '' ? <Kbd keys="Q" /> : null}
          value={code}
          error={said !== null && variant === null}
          onChange={(event) => entry.typeCode(event.currentTarget.value)}
          onKeyDown={onCodeKey}
          onPaste={onPaste}
        />
        <TextInput
          ref={quantityInput}
          className={css.quantity ?? ''}
          aria-label={t('order.new.quantity')}
          placeholder={t('order.new.quantity')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={quantity}
          error={said !== null && variant !== null}
          onChange={(event) => entry.typeQuantity(event.currentTarget.value)}
          onKeyDown={onQuantityKey}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={code.trim() === ''}
          onClick={() => void entry.add()}
        >
          {t('order.new.quickAdd')}
        </Button>
      </div>
      {variant && <VariantLine variant={variant} currency={entry.currency} />}
      {said && (
        <div role="alert" className={css.said}>
          <span>{said.text}</span>
          {said.meant !== undefined && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                quantityInput.current?.focus()
                void entry.find(said.meant ?? '')
              }}
            >
              {t('order.new.useValue', { value: said.meant })}
            </Button>
          )}
          {said.choose?.map((one) => (
            <Button key={one.variantId} size="xs" variant="default" onClick={() => entry.choose(one)}>
              {[one.color, one.size].filter(Boolean).join(' ') || one.variantCode}
            </Button>
          ))}
        </div>
      )}
      {pasted && (
        <Suspense fallback={null}>
          <PasteDialog pasted={pasted} options={options} onClose={() => setPasted(null)} />
        </Suspense>
      )}
      {entry.needsDelivery && <DeliveryFields options={options} dialog={entry.dialog} />}
      {entry.entered.length > 0 && (
        <ol className={css.entered} aria-live="polite" aria-label={t('order.new.quickEntered')}>
          {entry.entered.slice(0, shownEntries).map((one) => (
            <li key={one.key}>
              <IconCheck size={14} stroke={2} aria-hidden />
              <span className="k-mono">{one.code}</span>
              <span className="k-cut">{one.name}</span>
              <strong>
                {t('order.new.pieces', { count: one.quantity, amount: format.number(one.quantity) })}
              </strong>
              {one.rounded && <span className={css.rounded}>{t('order.new.quickRounded')}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function VariantLine({ variant, currency }: { variant: Variant; currency: string }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <p className={css.variant}>
      <strong>{nameOf(variant)}</strong>
      <span className="k-mono">{variant.variantCode}</span>
      {variant.unitPrice !== null && <span>{format.money(variant.unitPrice, currency)}</span>}
      <span>{t('order.new.available', { amount: format.number(variant.available) })}</span>
      <span>{t('order.new.packOf', { pack: format.number(variant.packUnit) })}</span>
    </p>
  )
}
