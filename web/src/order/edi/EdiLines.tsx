import { correctEdiLine, ediPieceUnits, ediTable, type EdiMessageView } from '@kervan/contract/order/edi'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconMapPin, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats, type Formats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { CorrectLine, type EdiLine } from './CorrectLine.tsx'
import css from './edi.module.css'
import { EdiOrders } from './ediGrid.tsx'

/** The lines as the document asks for them, what became of each, and how a refused one is corrected. */
export function EdiLines({ message }: { message: EdiMessageView }) {
  const { t } = useWords()
  const rights = useRights()
  const [corrected, setCorrected] = useState<{ line: EdiLine | null } | null>(null)
  const { lines } = message
  const isOpen = message.actions['process'] === null
  const mayCorrect = isOpen && rights.has(correctEdiLine.permission ?? '')
  return (
    <>
      {mayCorrect && (
        <div className={css.tools}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMapPin size={16} aria-hidden />}
            onClick={() => setCorrected({ line: null })}
          >
            {t('edi.inbox.correctAll')}
          </Button>
        </div>
      )}
      {lines.length === 0 && <p className="k-quiet">{t('edi.inbox.noLines')}</p>}
      <ol className={css.lines}>
        {lines.map((line) => (
          <Line
            key={line.id}
            message={message}
            line={line}
            isOver={ediTable.final.includes(message.ediState)}
            {...(mayCorrect && line.verdict !== 'Accepted' && line.orderCode === null && line.message !== null
              ? { onCorrect: () => setCorrected({ line }) }
              : {})}
          />
        ))}
      </ol>
      {corrected && (
        <CorrectLine message={message} line={corrected.line} onClose={() => setCorrected(null)} />
      )}
    </>
  )
}

/** A party as a document names it; one that it names by words only has these for its code. */
export const namedParty = ({ code, name }: NonNullable<EdiMessageView['shipTo']>): string =>
  name?.startsWith(code) ? name : [name, code].filter(Boolean).join(' · ')

/** The order of that code, as it is opened. */
const placedAs = ({ orders, preOrders }: EdiMessageView, code: string) => [
  ...orders.filter((one) => one.orderCode === code).map(({ id }) => ({ id, code, isPreOrder: false })),
  ...preOrders.filter((one) => one.preOrderCode === code).map(({ id }) => ({ id, code, isPreOrder: true })),
]

const waits = ({ verdict }: EdiLine) => verdict === 'Waiting' || verdict === 'WaitingForQuotaCheck'

/** Units of Recommendation 20 that readers know by a sign; others stay as they were sent. */
const signs: Record<string, string> = {
  KGM: 'kilogram',
  GRM: 'gram',
  LTR: 'liter',
  MLT: 'milliliter',
  MTR: 'meter',
  CMT: 'centimeter',
}

/** How much was asked for, as the reader writes numbers and units; what is no number stays as it was sent. */
function sayAsked(format: Formats, { askedQuantity: asked, unit: sent }: EdiLine): string {
  if (asked === null) return '–'
  const unit = sent ?? ''
  const sign = signs[unit]
  const isNumber = /^-?\d+(\.\d+)?$/.test(asked)
  if (isNumber && sign)
    return new Intl.NumberFormat(format.language, { style: 'unit', unit: sign }).format(Number(asked))
  return [isNumber ? format.number(asked) : asked, ...(ediPieceUnits.includes(unit) ? [] : [unit])].join(' ')
}

function Line({
  message,
  line,
  isOver,
  onCorrect,
}: {
  message: EdiMessageView
  line: EdiLine
  /** Nothing more becomes of the message, so nothing of it waits: the first one says what became of a repeated one. */
  isOver: boolean
  onCorrect?: () => void
}) {
  const { t } = useWords()
  const format = useFormats()
  const codes = [line.gtin, line.sellerCode, line.buyerCode].filter((code) => code !== null)
  const asked = sayAsked(format, line)
  return (
    <li className={css.line} data-refused={line.verdict === 'Refused' || undefined}>
      <span className={`k-mono ${css.number}`}>{line.lineNumber}</span>
      <span className={css.words}>
        <span className={css.name}>{line.productName ?? line.description ?? codes[0] ?? '–'}</span>
        <span className="k-mono k-quiet">
          {[...new Set([line.productUniqueCode, ...codes])].filter(Boolean).join(' · ')}
        </span>
        <span className={css.facts}>
          <span>
            {t('edi.inbox.asked')}: {asked}
          </span>
          {line.quantity !== null && String(line.quantity) !== line.askedQuantity && (
            <span>
              {t('edi.inbox.quantity')}: {format.number(line.quantity)}
            </span>
          )}
          {line.requestedDate && <span>{format.date(line.requestedDate)}</span>}
          {line.deliveryLocation ? (
            <span>{line.deliveryLocation.name}</span>
          ) : (
            line.shipTo && (
              <span>
                {t('edi.inbox.shipTo')}: {namedParty(line.shipTo)}
              </span>
            )
          )}
          {line.orderCode && <EdiOrders placed={placedAs(message, line.orderCode)} />}
        </span>
        {line.message && (
          <span className={css.message} data-refused={line.verdict === 'Refused' || undefined}>
            {line.message}
          </span>
        )}
        {line.ediRemarks.map((remark) => (
          <span key={remark} className={css.remark}>
            {remark}
          </span>
        ))}
      </span>
      <span className={css.verdict}>
        {!(isOver && waits(line)) && <StateBadge group="ediVerdict" value={line.verdict} />}
        {line.corrected && <Badge tone="blue">{t('edi.inbox.corrected')}</Badge>}
      </span>
      {onCorrect && (
        <Tooltip label={t('edi.inbox.correctTitle', { line: line.lineNumber })}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('edi.inbox.correctTitle', { line: line.lineNumber })}
            onClick={onCorrect}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
