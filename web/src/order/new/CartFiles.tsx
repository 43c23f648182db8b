import { fileTypes, megabytesOf } from '@kervan/contract/kit/call'
import { describeCartFile, removeCartFile } from '@kervan/contract/order/cart'
import { type CartSummary } from '@kervan/contract/order/cart'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import { ActionIcon, Button, FileButton, Tooltip } from '@mantine/core'
import { IconPaperclip, IconPencil, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptCart } from './cart.ts'
import { fileFault, type FileFault } from './files.ts'
import css from './cart.module.css'

const DescribeFile = lazy(() => import('./DescribeFile.tsx').then((of) => ({ default: of.DescribeFile })))
const limits = uploadCartFiles.upload ?? { maxFiles: 0, maxBytes: 0, types: [] }

/** At most three files go with the order (ORD-006). */
export function CartFiles({ cart }: { cart: CartSummary }) {
  const { t, state } = useWords()
  const rights = useRights()
  const [describes, setDescribes] = useState<string | null>(null)
  const described = cart.files.find(({ fileId }) => fileId === describes)
  const format = useFormats()
  const queries = useQueryClient()
  const [fault, setFault] = useState<FileFault | null>(null)
  const forget = useRef<(() => void) | null>(null)
  const upload = useCall(uploadCartFiles, {
    failed: t('order.new.notAttached'),
    onDone: (cart) => adoptCart(queries, cart),
  })
  const remove = useCall(removeCartFile, {
    failed: t('order.new.fileNotRemoved'),
    onDone: (cart) => adoptCart(queries, cart),
  })
  const choose = (files: File[]) => {
    // The same file may be chosen again after a mistake.
    forget.current?.()
    const found = fileFault(files, cart.files.length, limits)
    setFault(found)
    if (!found && files.length > 0) void upload.run({}, files)
  }
  return (
    <div className={css.files}>
      <div className={css.filesHead}>
        <h3 className={css.label}>{t('order.new.files')}</h3>
        <span className={css.quiet}>
          {t('order.new.filesOf', { count: cart.files.length, limit: limits.maxFiles })}
        </span>
      </div>
      {cart.files.length > 0 && (
        <ul className={css.fileList}>
          {cart.files.map(({ fileId, name, bytes, documentType, referenceNo }) => (
            <li key={fileId} className={css.file}>
              <IconPaperclip size={16} aria-hidden />
              <span className="k-cut" title={name}>
                {name}
              </span>
              <span className={css.quiet}>
                {[
                  documentType === 'Other' ? '' : state('documentType', documentType),
                  referenceNo,
                  format.bytes(bytes),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {rights.has(describeCartFile.permission ?? '') && (
                <Tooltip label={t('order.document.describe')}>
                  <ActionIcon
                    size="xs"
                    aria-label={t('order.document.describeOf', { name })}
                    onClick={() => setDescribes(fileId)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                </Tooltip>
              )}
              <Tooltip label={t('order.new.remove')}>
                <ActionIcon
                  size="xs"
                  aria-label={t('order.new.removeOf', { name })}
                  disabled={remove.isPending}
                  onClick={() => void remove.run({ fileId })}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
      {described && (
        <Suspense fallback={null}>
          <DescribeFile file={described} onClose={() => setDescribes(null)} />
        </Suspense>
      )}
      {cart.files.length < limits.maxFiles && (
        <FileButton
          multiple
          accept={fileTypes(limits).join(',')}
          resetRef={forget}
          onChange={choose}
          inputProps={{ 'aria-label': t('order.new.attach') }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={upload.isPending}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              {t('order.new.attach')}
            </Button>
          )}
        </FileButton>
      )}
      <p className={css.hint} aria-live="polite">
        {fault ? (
          <span className={css.error}>
            <FaultWords fault={fault} />
          </span>
        ) : (
          t('order.new.filesHint', { limit: format.bytes(limits.maxBytes) })
        )}
      </p>
    </div>
  )
}

function FaultWords({ fault }: { fault: FileFault }) {
  const { t } = useWords()
  switch (fault.is) {
    case 'tooMany':
      return t('order.new.tooManyFiles', { count: fault.limit })
    case 'tooLarge':
      return t('kit.file.tooLarge', { name: fault.name, limit: megabytesOf(limits.maxBytes) })
    case 'wrongType':
      return t('order.new.wrongFile', { name: fault.name })
    case 'empty':
      return t('order.new.emptyFile', { name: fault.name })
  }
}
