import type { checkApplication } from '@kervan/contract/porta/applications'
import type { Twin } from '@kervan/contract/kit/call'
import { readPack } from '@kervan/contract/kit/gs1/pack'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { readKeeping } from '../../kit/call/query.ts'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/porta.module.css'
import { ScanTools } from './scan/ScanTools.tsx'
import { useSeparatorKeys } from './scan/useSeparatorKeys.ts'

/** Which refusals of the server belong to the code. */
export const codePaths = {
  CodeRefused: 'dataMatrix',
  CodeDoubtful: 'dataMatrix',
  PackAppliedFor: 'dataMatrix',
  PackProductUnknown: 'dataMatrix',
  PriceChangeMissing: 'dataMatrix',
  PackExpired: 'dataMatrix',
} as const

type Check = Twin<typeof checkApplication>

/** The code of a pack: read while it is entered, with what the reviewers' rules would say of it (DSC-004, DSC-007). */
export function CodeField({ check, withCamera }: { check: Check; withCamera: boolean }) {
  const { t, column } = useWords()
  const { setValue } = useFormContext()
  const field = useRef<HTMLDivElement>(null)
  useSeparatorKeys(field)
  const typed: unknown = useWatch({ name: 'dataMatrix' })
  const pointOfSaleId: unknown = useWatch({ name: 'pointOfSaleId' })
  const declaredSaleDate: unknown = useWatch({ name: 'declaredSaleDate' })
  const code = typeof typed === 'string' ? typed : ''
  const [settled] = useDebouncedValue(code.trim(), 250)
  const reading = code.trim() === '' ? null : readPack(code, { thisYear: Number(today().slice(0, 4)) })
  return (
    <div ref={field}>
      <TextAreaField
        name="dataMatrix"
        label={column('dataMatrix')}
        hint={t('porta.new.codeHint')}
        rows={2}
        maxLength={1_000}
        focusFirst={!withCamera}
      />
      <ScanTools
        continuous={false}
        withCamera={withCamera}
        onCode={(text) => setValue('dataMatrix', text, { shouldValidate: true, shouldDirty: true })}
      />
      {reading?.kind === 'doubtful' && (
        <div className={css.read}>
          <p>{t('porta.new.doubtful')}</p>
          {reading.candidates.map(({ pack, reasons }) => (
            <Button
              key={`${pack.serial} ${pack.lot} ${pack.expiry}`}
              variant="default"
              fullWidth
              mt={6}
              justify="start"
              onClick={() =>
                setValue(
                  'dataMatrix',
                  `(01)${pack.gtin}(21)${pack.serial}(17)${pack.expiry.slice(2).replaceAll('-', '')}(10)${pack.lot}`,
                  { shouldValidate: true, shouldDirty: true },
                )
              }
            >
              <span>
                {t('porta.new.candidate', { serial: pack.serial, lot: pack.lot })}{' '}
                <span className="k-quiet">
                  {reasons.map((reason) => t(`gs1.reason.${reason}`)).join(', ')}
                </span>
              </span>
            </Button>
          ))}
        </div>
      )}
      {reading?.kind === 'refused' && (
        <ul className={css.concerns}>
          {reading.faults.slice(0, 2).map(({ code: fault, at, ai }) => (
            <li key={fault} data-blocks>
              <IconCircleX size={14} aria-hidden />
              <span>
                {tDynamic(t, `gs1.fault.${fault}`, fault, {
                  place: at + 1,
                  element: tDynamic(t, `gs1.element.${ai}`, t('gs1.element.other', { ai: ai ?? '' })),
                })}{' '}
                {tDynamic(t, `gs1.remedy.${fault}`, '')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {reading?.kind === 'read' && (
        <Checked
          check={check}
          code={settled}
          origin={{
            ...(typeof pointOfSaleId === 'string' && pointOfSaleId !== '' && { pointOfSaleId }),
            ...(typeof declaredSaleDate === 'string' && declaredSaleDate !== '' && { declaredSaleDate }),
          }}
          notes={reading.notes}
        />
      )}
    </div>
  )
}

type CheckedProps = {
  check: Check
  code: string
  origin: { pointOfSaleId?: string; declaredSaleDate?: string }
  notes: readonly string[]
}

function Checked({ check, code, origin, notes }: CheckedProps) {
  const { t, column } = useWords()
  const format = useFormats()
  const { data } = useQuery({
    ...readKeeping(check, { dataMatrix: code, ...origin }),
    enabled: code !== '',
  })
  const pack = data?.pack
  if (!data || !pack) return null
  return (
    <>
      <output className={css.read}>
        <FactList
          className={undefined}
          facts={[
            [column('productName'), pack.productName ?? pack.gtin],
            [
              column('serialNumber'),
              <span key="serialNumber" className="k-mono">
                {pack.serialNumber}
              </span>,
            ],
            [
              column('lotNumber'),
              <span key="lotNumber" className="k-mono">
                {pack.lotNumber}
              </span>,
            ],
            [column('expiryDate'), format.date(pack.expiryDate)],
          ]}
        />
      </output>
      <ul className={css.concerns}>
        {notes.map((note) => (
          <li key={note}>{tDynamic(t, `gs1.note.${note}`, '')}</li>
        ))}
        {data.concerns.map(({ code: concern, blocks, message }) => (
          <li key={concern} data-blocks={blocks || undefined}>
            {blocks ? <IconCircleX size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
