import { getReturn, type returnList, type ReturnView } from '@kervan/contract/order/returns'
import type { RecordEvent } from '@kervan/contract/kit/record-event'
import type { RowOf } from '@kervan/contract/kit/page'
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconFilePlus,
  IconPackageImport,
  IconReceipt,
  IconX,
} from '@tabler/icons-react'
import { useRead } from '../../kit/call/query.ts'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import { PackSerial } from '../../kit/record/PackPassportLink.tsx'
import { RecordEvents } from '../../kit/record/RecordEvents.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import type { Look } from '../../kit/values/looks.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from './returns.module.css'
import { useReturnActions } from './returnActions.tsx'

type Props = RecordPlace<RowOf<typeof returnList>>

/** One return: what of which order, how far it has come, and its time line. */
export function ReturnDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const asked = useRead(getReturn, { returnId: shown ?? '' }, { enabled: id !== null })
  const { data: found } = asked
  const { actionsOf, dialog } = useReturnActions()
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ code }) => code}
      untitled={t('column.returnCode')}
      named="code"
      badges={({ state }) => <StateBadge group="returnState" value={state} />}
      facts={(one) => <Facts found={one} />}
      banner={({ creditProblem }) =>
        creditProblem && (
          <RecordBanner>
            {t('returns.noCredit', {
              problem: tDynamic(t, `deliveryProblem.${creditProblem}`, creditProblem),
            })}
          </RecordBanner>
        )
      }
      tabs={[
        { key: 'lines', label: t('returns.tab.lines'), show: (one) => <Lines found={one} /> },
        {
          key: 'events',
          label: t('returns.tab.events'),
          show: ({ events }) => <RecordEvents events={events} looks={looks} Why={Why} />,
        },
      ]}
      actions={found ? actionsOf({ ...found, returnCode: found.code, returnState: found.state }) : []}
      dialog={dialog}
    />
  )
}

function Facts({ found }: { found: ReturnView }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  return (
    <FactList
      facts={[
        [column('orderCode'), found.orderCode],
        [column('customerName'), found.customerName],
        [t('returns.location'), found.deliveryLocationName],
        [column('returnReason'), state('returnReason', found.reason)],
        [column('memo'), found.memo],
        [column('decisionMemo'), found.decisionMemo],
        [column('returnAmount'), found.amount === null ? null : format.money(found.amount, found.currency)],
        [column('announcedAt'), format.dateTime(found.announcedAt)],
        [column('announcedBy'), found.announcedBy],
        [column('receivedAt'), found.receivedAt === null ? null : format.dateTime(found.receivedAt)],
        [column('receivedBy'), found.receivedBy],
        [column('creditNoteNumber'), found.creditNote],
      ]}
    />
  )
}

function Lines({ found }: { found: ReturnView }) {
  const { t, column } = useWords()
  const format = useFormats()
  return (
    <ul className={css.lines} aria-label={t('returns.lines')}>
      {found.lines.map((line) => (
        <li key={line.id}>
          <div className={css.name}>
            <span>{line.productName}</span>
            <span className="k-quiet k-mono">{line.lineCode}</span>
          </div>
          <div className={css.figures}>
            <span>
              {column('returnQuantity')}: {format.number(line.quantity)}
            </span>
            {line.receivedQuantity !== null && (
              <span>
                {column('receivedQuantity')}: {format.number(line.receivedQuantity)}
              </span>
            )}
            {line.amount !== null && <span>{format.money(line.amount, found.currency)}</span>}
          </div>
          {line.packs.length > 0 && (
            <div className={css.packs}>
              {t('returns.packs')}:{' '}
              {line.packs.map(({ serialNumber, isReceived }, at) => (
                <span key={serialNumber}>
                  {at > 0 && ', '}
                  {line.gtin === null ? (
                    serialNumber
                  ) : (
                    <PackSerial gtin={line.gtin} serialNumber={serialNumber} />
                  )}
                  {isReceived && ' ✓'}
                </span>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const looks: Readonly<Record<string, Look>> = {
  'productReturn.announced': { icon: IconFilePlus, tone: 'grey' },
  'productReturn.accepted': { icon: IconCheck, tone: 'green' },
  'productReturn.refused': { icon: IconX, tone: 'red' },
  'productReturn.withdrawn': { icon: IconBan, tone: 'grey' },
  'productReturn.received': { icon: IconPackageImport, tone: 'blue' },
  'productReturn.credited': { icon: IconReceipt, tone: 'green' },
  'productReturn.notCredited': { icon: IconAlertTriangle, tone: 'amber' },
}

function Why({ event: { facts } }: { event: RecordEvent }) {
  const { state } = useWords()
  const reason = facts['returnReason']
  const words = [typeof reason === 'string' ? state('returnReason', reason) : null, facts['memo'] || null]
  const said = words.filter((word) => word !== null)
  return said.length === 0 ? null : <span className="k-quiet"> · {said.join(': ')}</span>
}
