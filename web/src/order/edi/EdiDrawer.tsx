import { downloadEdiFile, getEdiMessage, type EdiMessageView } from '@kervan/contract/order/edi'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../kit/call/query.ts'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useWords, type Translate } from '../../kit/i18n/words.ts'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats, type Formats } from '../../kit/values/format.ts'
import { RecordScreen } from '../../kit/record/RecordScreen.tsx'
import { useFile } from '../shared/useFile.ts'
import template from '../templates/templates.module.css'
import css from './edi.module.css'
import type { ActedMessage } from './ediActions.tsx'
import { EdiOrders, EdiStateBadge, messageName, type EdiRow } from './ediGrid.tsx'
import { EdiLines, namedParty } from './EdiLines.tsx'

type Props = {
  id: string | null
  page: GridPageInfo<EdiRow> | null
  actionsOf: (message: ActedMessage) => GridAction[]
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

/** One message beside the list (ORD-023): what it asks for, what became of each line, and both files. */
export function EdiDrawer({ id, page, actionsOf, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const asked = useRead(getEdiMessage, { messageId: shown ?? '' }, { enabled: shown !== null })
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={(message) => messageName(message)}
      badges={(message) => <EdiStateBadge row={message} />}
      facts={(message) => <Facts found={message} />}
      banner={(message) => (
        <>
          <Unanswered found={message} again={actionsOf(message).find(({ key }) => key === 'send')} />
          {saying(message).map((one) => (
            <RecordBanner key={one}>{one}</RecordBanner>
          ))}
        </>
      )}
      tabs={[
        { key: 'lines', label: t('edi.inbox.lines'), show: (message) => <EdiLines message={message} /> },
      ]}
      actions={asked.data ? actionsOf(asked.data) : []}
    />
  )
}

/** That the customer's system did not take the answer, and the way to send it again. */
function Unanswered({ found, again }: { found: EdiMessageView; again: GridAction | undefined }) {
  const { t } = useWords()
  const { answerTo, answerPostedAt, answerProblem: problem } = found
  if (answerTo === null || answerPostedAt !== null || problem === null) return null
  const maySend = problem !== 'HostNotAllowed' && again !== undefined && !again.blocked
  return (
    <RecordBanner
      action={
        maySend && (
          <Button variant="default" size="xs" onClick={again.run}>
            {t('edi.inbox.sendAgain')}
          </Button>
        )
      }
    >
      {t('edi.inbox.unanswered')}
    </RecordBanner>
  )
}

/** What went wrong with the document, why its answer waits, what was not acted on, and what its amount breaks. */
const saying = (found?: EdiMessageView) =>
  [found?.message, found?.exportRefused, ...(found?.ediRemarks ?? []), ...(found?.notes ?? [])].filter(
    (one) => one != null,
  )

function Facts({ found }: { found: EdiMessageView }) {
  const { t, state } = useWords()
  const format = useFormats()
  const named = (party: EdiMessageView['buyer']) => party && namedParty(party)
  return (
    <>
      <FactList
        className={template.facts}
        facts={[
          [t('column.customerName'), found.customerName],
          // Who sends for themselves is named once.
          [t('edi.inbox.buyer'), found.buyer?.code === found.ediSender ? null : named(found.buyer)],
          [t('edi.inbox.shipTo'), found.deliveryLocation?.name ?? named(found.shipTo)],
          [t('column.ediSender'), found.ediSender],
          [t('column.receivedAt'), `${format.dateTime(found.receivedAt)} · ${found.recordUser}`],
          [t('column.documentDate'), found.documentDate && format.date(found.documentDate)],
          [t('column.ediFormat'), found.ediFormat && state('ediFormat', found.ediFormat)],
          [t('column.ediSource'), state('ediSource', found.ediSource)],
          [
            t('edi.inbox.repeats'),
            found.repeats && (
              <Link to="." search={(now: object) => ({ ...now, message: found.repeats?.id })}>
                {format.dateTime(found.repeats.receivedAt)}
              </Link>
            ),
          ],
          [t('edi.inbox.memo'), found.memo],
          [t('edi.inbox.orders'), <Orders key="orders" found={found} />],
          [t('edi.inbox.answerTo'), answerWords(t, format, found)],
          [t('edi.inbox.file'), <Files key="files" found={found} />],
        ]}
      />
    </>
  )
}

/** Where the answer goes and whether it has arrived there. */
function answerWords(
  t: Translate,
  format: Formats,
  { answerTo: host, answerPostedAt, answerProblem, answerDue }: EdiMessageView,
): string | null {
  if (host === null) return null
  if (answerPostedAt)
    return t('edi.inbox.answerState.posted', { host, time: format.dateTime(answerPostedAt) })
  if (answerProblem === null) return answerDue && t('edi.inbox.answerState.waiting', { host })
  if (answerProblem === 'HostNotAllowed') return t('edi.inbox.answerState.hostClosed', { host })
  const facts = { host, problem: answerProblem }
  return answerDue
    ? t('edi.inbox.answerState.again', { ...facts, time: format.dateTime(answerDue) })
    : t('edi.inbox.answerState.notTaken', facts)
}

function Orders({ found: { orders, preOrders } }: { found: EdiMessageView }) {
  if (orders.length + preOrders.length === 0) return '–'
  return (
    <EdiOrders
      placed={[
        ...orders.map(({ id, orderCode: code }) => ({ id, code, isPreOrder: false })),
        ...preOrders.map(({ id, preOrderCode: code }) => ({ id, code, isPreOrder: true })),
      ]}
    />
  )
}

function Files({ found }: { found: EdiMessageView }) {
  const { t } = useWords()
  const file = useFile()
  const parts = [
    { part: 'received', label: t('edi.inbox.received') },
    ...(found.hasAnswer && found.exportRefused === null
      ? [{ part: 'answer', label: t('edi.inbox.answer') } as const]
      : []),
  ] as const
  return (
    <span className={css.files}>
      {parts.map(({ part, label }) => (
        <Button
          key={part}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={file.isSaving}
          onClick={() => void file.save(downloadEdiFile, { messageId: found.id, part })}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}
