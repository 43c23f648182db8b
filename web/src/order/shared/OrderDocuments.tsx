import type { OrderDocument, OrderView } from '@kervan/contract/order/order-view'
import { uploadManagedDocuments } from '@kervan/contract/order/order-documents'
import { documentTypes, orderFileLimit, type DocumentType } from '@kervan/contract/order/words'
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconPencil,
  IconPhoto,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import css from './order.module.css'
import type { Side } from '@kervan/contract/order/states'
import { useRights } from '../../kit/call/rights.ts'
import { EditDocument } from './EditDocument.tsx'
import { adoptOrder, documentCallsOf, downloadOf, pdfOf } from './side.ts'
import { useFile } from './useFile.ts'

// Both sides may send the same.
const limits = uploadManagedDocuments.upload!

/** The documents of an order: everyone who sees it may take them, both sides add, describe and remove them (ORD-019, ORD-011). */
export function OrderDocuments({ order, side }: { order: OrderView; side: Side }) {
  const { t, state } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [type, setType] = useState<DocumentType>('Other')
  const { documents } = order
  const left = orderFileLimit - documents.length
  const upload = useCall(documentCallsOf(side).upload, {
    failed: t('order.detail.notUploaded'),
    onDone: (answer) => {
      adoptOrder(queries, side, answer)
      const added = answer.documents.length - documents.length
      toast('success', t('order.detail.uploaded', { count: added }))
    },
  })
  return (
    <>
      <div className={css.pdf}>
        <OrderPdf orderCode={order.orderCode} side={side} />
      </div>
      {documents.length === 0 && order.actions.attach === undefined ? (
        <EmptyState
          icon={IconFile}
          title={t('order.detail.noDocuments')}
          text={t('order.detail.noDocumentsText')}
        />
      ) : (
        <ul className={css.documents}>
          {documents.map((document) => (
            <DocumentRow key={document.fileId} order={order} document={document} side={side} />
          ))}
        </ul>
      )}
      {order.actions.attach && <p className="k-quiet">{order.actions.attach}</p>}
      {order.actions.attach === null && (
        <>
          <Select
            mb={12}
            maw={280}
            label={t('order.document.typeOfNew')}
            data={documentTypes.map((value) => ({ value, label: state('documentType', value) }))}
            value={type}
            allowDeselect={false}
            onChange={(chosen) => chosen && setType(chosen)}
          />
          <FileDrop
            limits={{ ...limits, maxFiles: left }}
            label={t('order.detail.addDocuments')}
            hint={t('order.detail.addDocumentsHint', { count: left, limit: format.bytes(limits.maxBytes) })}
            busy={upload.isPending}
            onFiles={(files) => void upload.run({ orderCode: order.orderCode, documentType: type }, files)}
          />
        </>
      )}
    </>
  )
}

/** The order itself as a document, made when it is asked for. */
export function OrderPdf({ orderCode, side }: { orderCode: string; side: Side }) {
  const { t } = useWords()
  const file = useFile()
  const mayMake = useRights().has(pdfOf(side).permission ?? '')
  if (!mayMake) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={file.isSaving}
      onClick={() => void file.save(pdfOf(side), { orderCode })}
    >
      {t('order.detail.downloadPdf')}
    </Button>
  )
}

function DocumentRow({ order, document, side }: { order: OrderView; document: OrderDocument; side: Side }) {
  const { t, state } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const { fileId, name, type, bytes, at, by, documentType, processState, actions } = document
  const { referenceNo, documentDate, memo } = document
  const [isEdited, setEdited] = useState(false)
  const file = useFile()
  const remove = useCall(documentCallsOf(side).remove, {
    failed: t('order.detail.notDeleted'),
    onDone: (answer) => {
      adoptOrder(queries, side, answer)
      toast('success', t('order.detail.deleted', { name }))
    },
  })
  const askToRemove = async () => {
    const sure = await confirm({
      title: t('order.detail.deleteTitle', { name }),
      text: t('order.detail.deleteText', { order: order.orderCode }),
      action: t('order.detail.deleteAction'),
      keep: t('order.detail.keepDocument'),
      danger: true,
    })
    if (sure) await remove.run({ orderCode: order.orderCode, fileId })
  }
  const said = [
    referenceNo !== null && t('order.document.reference', { no: referenceNo }),
    documentDate !== null && t('order.document.dated', { date: format.date(documentDate) }),
    memo,
  ].filter(Boolean)
  return (
    <li className={css.document}>
      <DocumentIcon type={type} />
      <span className={css.documentWords}>
        <span className={css.documentName} title={name}>
          {name}
        </span>
        <span className={css.documentBadges}>
          <Badge>{state('documentType', documentType)}</Badge>
          <StateBadge group="documentState" value={processState} />
        </span>
        {said.length > 0 && <span className={css.documentSaid}>{said.join(' · ')}</span>}
        <span className="k-quiet">
          {format.bytes(bytes)} · {by} · <time dateTime={at}>{format.dateTime(at)}</time>
        </span>
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={file.isSaving}
        aria-label={t('order.detail.downloadOne', { name })}
        onClick={() => void file.save(downloadOf(side), { orderCode: order.orderCode, fileId })}
      >
        {t('order.detail.download')}
      </Button>
      <DocumentAct
        label={t('order.document.editOne', { name })}
        why={actions.edit}
        icon={IconPencil}
        run={() => setEdited(true)}
      />
      <DocumentAct
        label={t('order.detail.deleteOne', { name })}
        why={actions.remove}
        icon={IconTrash}
        busy={remove.isPending}
        run={() => void askToRemove()}
      />
      {isEdited && (
        <EditDocument
          document={document}
          orderCode={order.orderCode}
          side={side}
          onClose={() => setEdited(false)}
        />
      )}
    </li>
  )
}

/** One act on a document: missing where it is not this reader's, with the reason where it is not open. */
export function DocumentAct({
  label,
  why,
  icon: Icon,
  busy = false,
  run,
}: {
  label: string
  why: string | null | undefined
  icon: TablerIcon
  busy?: boolean
  run: () => void
}) {
  if (why === undefined) return null
  return (
    <Tooltip label={why ?? label} multiline maw={280}>
      <ActionIcon
        size="xs"
        aria-label={label}
        loading={busy}
        {...(why !== null && { 'aria-disabled': true, 'data-disabled': true, 'aria-description': why })}
        onClick={why === null ? run : (event) => event.preventDefault()}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

export function DocumentIcon({ type }: { type: string }) {
  const looks = { size: 20, 'aria-hidden': true, className: css.documentIcon ?? '' }
  if (type.startsWith('image/')) return <IconPhoto {...looks} />
  return type.includes('spreadsheet') ? <IconFileSpreadsheet {...looks} /> : <IconFileText {...looks} />
}
