import type { OrderDocument, OrderView } from '@kervan/contract/order/order-view'
import { deleteDocument, uploadDocuments } from '@kervan/contract/order/order-my'
import { orderFileLimit } from '@kervan/contract/order/words'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callServer, saveFile } from '../../kit/call/client.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { confirm, showRefused } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import css from './order.module.css'
import type { Side } from '@kervan/contract/order/states'
import { useRights } from '../../kit/call/rights.ts'
import { adoptOrder, downloadOf, pdfOf } from './side.ts'

/** The files of an order: everyone who sees it may take them, who ordered adds and removes them (ORD-006, ORD-011). */
export function OrderDocuments({ order, side }: { order: OrderView; side: Side }) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const { documents } = order
  const left = orderFileLimit - documents.length
  const upload = useCall(uploadDocuments, {
    failed: t('order.detail.notUploaded'),
    onDone: (answer) => {
      adoptOrder(queries, side, answer)
      const added = answer.documents.length - documents.length
      toast('success', t('order.detail.uploaded', { count: added }))
    },
  })
  return (
    <>
      <OrderPdf order={order} side={side} />
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
        <FileDrop
          limits={{ ...uploadDocuments.upload!, maxFiles: left }}
          label={t('order.detail.addDocuments')}
          hint={t('order.detail.addDocumentsHint', {
            count: left,
            limit: format.bytes(uploadDocuments.upload!.maxBytes),
          })}
          busy={upload.isPending}
          onFiles={(files) => void upload.run({ orderCode: order.orderCode }, files)}
        />
      )}
    </>
  )
}

/** The order itself as a document, made when it is asked for. */
function OrderPdf({ order: { orderCode }, side }: { order: OrderView; side: Side }) {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const mayMake = useRights().has(pdfOf(side).permission ?? '')
  if (!mayMake) return null
  const save = async () => {
    setMaking(true)
    try {
      saveFile(await callServer(pdfOf(side), { orderCode }))
    } catch (thrown) {
      showRefused(toRefused(thrown), t('order.detail.notDownloaded'))
    } finally {
      setMaking(false)
    }
  }
  return (
    <Button
      mb={16}
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={isMaking}
      onClick={() => void save()}
    >
      {t('order.detail.downloadPdf')}
    </Button>
  )
}

function DocumentRow({
  order,
  document: { fileId, name, type, bytes, at, by, deletable },
  side,
}: {
  order: OrderView
  document: OrderDocument
  side: Side
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const remove = useCall(deleteDocument, {
    failed: t('order.detail.notDeleted'),
    onDone: (answer) => {
      adoptOrder(queries, side, answer)
      toast('success', t('order.detail.deleted', { name }))
    },
  })
  const save = async () => {
    setSaving(true)
    try {
      saveFile(await callServer(downloadOf(side), { orderCode: order.orderCode, fileId }))
    } catch (thrown) {
      showRefused(toRefused(thrown), t('order.detail.notDownloaded'))
    } finally {
      setSaving(false)
    }
  }
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
  return (
    <li className={css.document}>
      <DocumentIcon type={type} />
      <span className={css.documentWords}>
        <span className={css.documentName}>{name}</span>
        <span className="k-quiet">
          {format.bytes(bytes)} · {by} · <time dateTime={at}>{format.dateTime(at)}</time>
        </span>
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={isSaving}
        aria-label={t('order.detail.downloadOne', { name })}
        onClick={() => void save()}
      >
        {t('order.detail.download')}
      </Button>
      {deletable && (
        <ActionIcon
          size="xs"
          aria-label={t('order.detail.deleteOne', { name })}
          loading={remove.isPending}
          onClick={() => void askToRemove()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  )
}

function DocumentIcon({ type }: { type: string }) {
  const looks = { size: 20, 'aria-hidden': true, className: css.documentIcon ?? '' }
  if (type.startsWith('image/')) return <IconPhoto {...looks} />
  return type.includes('spreadsheet') ? <IconFileSpreadsheet {...looks} /> : <IconFileText {...looks} />
}
