import { type OrderFile, type PreApprovalOrderView } from '@kervan/contract/order/pre-approval'
import {
  downloadMyPreApprovalDocument,
  downloadPreApprovalDocument,
} from '@kervan/contract/order/pre-approval-documents'
import type { Side } from '@kervan/contract/order/states'
import { Button } from '@mantine/core'
import { IconDownload, IconFile, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { DocumentAct, DocumentIcon } from '../shared/OrderDocuments.tsx'
import css from '../shared/order.module.css'
import { useFile } from '../shared/useFile.ts'
import { DescribePreDocument } from './DescribePreDocument.tsx'

const downloads = { manager: downloadPreApprovalDocument, owner: downloadMyPreApprovalDocument }

/** What was sent with a pre-approval order (ORD-019); the order that comes of it gets the same. */
export function PreOrderDocuments({ found, side }: { found: PreApprovalOrderView; side: Side }) {
  const { t } = useTranslation()
  if (found.documents.length === 0)
    return (
      <EmptyState
        icon={IconFile}
        title={t('order.detail.noDocuments')}
        text={t('order.detail.noDocumentsText')}
      />
    )
  return (
    <ul className={css.documents}>
      {found.documents.map((file) => (
        <FileRow key={file.fileId} preOrderId={found.id} side={side} of={file} />
      ))}
    </ul>
  )
}

function FileRow({ preOrderId, side, of }: { preOrderId: string; side: Side; of: OrderFile }) {
  const { t, state } = useWords()
  const format = useFormats()
  const file = useFile()
  const [isEdited, setEdited] = useState(false)
  const { fileId, name, type, bytes, documentType, referenceNo, documentDate, memo, actions } = of
  return (
    <li className={css.document}>
      <DocumentIcon type={type} />
      <span className={css.documentWords}>
        <span className={css.documentName} title={name}>
          {name}
        </span>
        <span className="k-quiet">
          {[
            state('documentType', documentType),
            referenceNo,
            documentDate && format.date(documentDate),
            format.bytes(bytes),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {memo && <span className="k-quiet">{memo}</span>}
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={file.isSaving}
        aria-label={t('order.detail.downloadOne', { name })}
        onClick={() => void file.save(downloads[side], { preOrderId, fileId })}
      >
        {t('order.detail.download')}
      </Button>
      <DocumentAct
        label={t('order.document.editOne', { name })}
        why={actions.edit}
        icon={IconPencil}
        run={() => setEdited(true)}
      />
      {isEdited && (
        <DescribePreDocument
          preOrderId={preOrderId}
          document={of}
          side={side}
          onClose={() => setEdited(false)}
        />
      )}
    </li>
  )
}
