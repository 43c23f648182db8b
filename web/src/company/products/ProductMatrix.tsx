import { getProductMatrix, saveProductMatrix } from '@kervan/contract/company/product-matrix'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { showRefused } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordBody, RecordFoot } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { VariantCell } from './VariantCell.tsx'
import { ProductVariants } from './ProductVariants.tsx'
import {
  codeFor,
  faultOf,
  layers,
  rowsOf,
  sheetOf,
  textOf,
  type Cell,
  type Edited,
  type Edits,
  type Layer,
} from './matrixSheet.ts'
import css from './matrix.module.css'

/** Colours and sizes of a product in one matrix, saved in one step (PRD-002); too many of them stand in a list. */
export function ProductMatrix({ id, title }: { id: string; title: string }) {
  const asked = useRead(getProductMatrix, { productId: id })
  if (!asked.data)
    return (
      <RecordBody>
        <ReadState asked={asked} name={title} />
      </RecordBody>
    )
  return asked.data.isComplete ? <Editor id={id} matrix={asked.data} /> : <ProductVariants id={id} />
}

type Data = NonNullable<ReturnType<typeof useRead<typeof getProductMatrix>>['data']>

function Editor({ id, matrix }: { id: string; matrix: Data }) {
  const { t } = useTranslation()
  const format = useFormats()
  const may = useMayChangeCompany()(saveProductMatrix)
  const [layer, setLayer] = useState<Layer>('gtin')
  const [edits, setEdits] = useState<Edits>({})
  const [added, setAdded] = useState<{ colors: string[]; sizes: string[] }>({ colors: [], sizes: [] })
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const save = useCall(saveProductMatrix, { refreshes: ['Product'] })
  const sheet = sheetOf(matrix.variants, added.colors, added.sizes)
  const changes = rowsOf(sheet, edits, format.language)
  useLeaveGuard(changes.length > 0 && !save.isPending, { record: 'record' })

  const type = (cell: Cell, values: Edited) => {
    setEdits({ ...edits, [cell.key]: { ...edits[cell.key], ...values } })
    const kept = Object.entries(refused).filter(
      ([key]) => !Object.keys(values).some((field) => key === `${cell.key} ${field}`),
    )
    setRefused(Object.fromEntries(kept))
  }
  const faultAt = (cell: Cell, of: Layer): string | null => {
    const typed = of === 'onHand' ? undefined : edits[cell.key]?.[of]
    const fault = typed === undefined ? null : faultOf(of, typed, format.language)
    return fault ? t(`company.matrix.fault.${fault}`) : (refused[`${cell.key} ${of}`] ?? null)
  }
  const cells = sheet.rows.flatMap((row) => row.cells)
  const faults = cells.flatMap((cell) => layers.filter((of) => faultAt(cell, of) !== null))
  const forget = () => {
    setEdits({})
    setRefused({})
    setAdded({ colors: [], sizes: [] })
  }
  const send = async () => {
    try {
      const rows = changes.map(({ row }) => row)
      const answer = await save.attempt({ productId: id, rows })
      if (!answer) return
      forget()
      toast(
        'success',
        answer.waits
          ? t('masterData.waits')
          : t('company.matrix.saved', { count: answer.saved, amount: format.number(answer.saved) }),
      )
    } catch (thrown) {
      const no = toRefused(thrown)
      const told = no.issues.flatMap(({ path, message }) => {
        const [, row, field] = /^rows\.(\d+)\.(\w+)/.exec(path) ?? []
        const key = changes[Number(row)]?.key
        return key && field ? [[`${key} ${field}`, message ?? t('kit.issue.invalid'), field] as const] : []
      })
      if (told.length === 0) return showRefused(no, t('company.matrix.failed'))
      setRefused(Object.fromEntries(told.map(([key, message]) => [key, message])))
      const first = layers.find((one) => one === told[0]?.[2])
      if (first) setLayer(first)
    }
  }
  const shown = layers.filter((one) => one !== 'listPrice' || matrix.withPrices)
  return (
    <>
      <RecordBody>
        <SegmentedControl
          aria-label={t('company.matrix.layer')}
          className={css.layers ?? ''}
          value={layer}
          onChange={(value) => setLayer(value)}
          data={shown.map((one) => ({ value: one, label: t(`company.matrix.of.${one}`) }))}
        />
        {sheet.rows.length === 0 && <p className="k-quiet">{t('company.matrix.empty')}</p>}
        {sheet.rows.length > 0 && (
          <section
            className={css.scroller}
            aria-label={t('company.matrix.label')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled by keyboard too
            tabIndex={0}
          >
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('company.matrix.color')}</th>
                  {sheet.columns.map((column) => (
                    <th key={column.key} scope="col">
                      {column.label ?? t('company.matrix.noSize')}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sheet.rows.map((row) => (
                  <tr key={row.key}>
                    <th scope="row">{row.label ?? t('company.matrix.none')}</th>
                    {row.cells.map((cell) => (
                      <VariantCell
                        key={cell.key}
                        cell={cell}
                        layer={layer}
                        text={textOf(cell, layer, edits, format.language)}
                        isNew={edits[cell.key] !== undefined && cell.variant === null}
                        isChanged={changes.some(({ key }) => key === cell.key)}
                        fault={faultAt(cell, layer)}
                        readOnly={!may || save.isPending}
                        onType={(values) => type(cell, values)}
                        onMake={() =>
                          type(cell, { code: codeFor(matrix.productCode, cell), status: 'Active' })
                        }
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {may && (
          <div className={css.more}>
            <Adding
              label={t('company.matrix.addColor')}
              onAdd={(color) => setAdded({ ...added, colors: [...added.colors, color] })}
            />
            <Adding
              label={t('company.matrix.addSize')}
              onAdd={(size) => setAdded({ ...added, sizes: [...added.sizes, size] })}
            />
          </div>
        )}
      </RecordBody>
      {may && (
        <RecordFoot
          actions={[]}
          left={
            faults.length > 0
              ? t('company.matrix.faults', { count: faults.length, amount: format.number(faults.length) })
              : changes.length > 0
                ? t('company.matrix.changed', {
                    count: changes.length,
                    amount: format.number(changes.length),
                  })
                : ''
          }
          main={
            <>
              {Object.keys(edits).length > 0 && (
                <Button variant="default" onClick={forget}>
                  {t('company.matrix.discard')}
                </Button>
              )}
              <Button
                loading={save.isPending}
                disabled={changes.length === 0 || faults.length > 0}
                onClick={() => void send()}
              >
                {t('company.matrix.save')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

function Adding({ label, onAdd }: { label: string; onAdd: (name: string) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className={css.adding}>
      <TextInput
        label={label}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" disabled={name.trim() === ''} onClick={add}>
        {t('company.matrix.add')}
      </Button>
    </div>
  )
}
