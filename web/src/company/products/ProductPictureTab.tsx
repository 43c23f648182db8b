import {
  deleteProductPicture,
  getProductPicture,
  uploadProductPicture,
} from '@kervan/contract/company/product-picture'
import { Button } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callServer } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { asAddress } from '../../kit/logo.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordBody } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './products.module.css'

const limits = uploadProductPicture.upload!

/** The picture of a product (PRD-001): shown, put in, taken out. */
export function ProductPictureTab({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const may = useMayChangeCompany()
  const queryKey = ['Product', 'GetProductPicture', { productId: id }] as const
  const asked = useQuery({
    queryKey,
    queryFn: ({ signal }) => callServer(getProductPicture, { productId: id }, { signal }).then(asAddress),
  })
  const upload = useCall(uploadProductPicture, { failed: t('company.picture.notUploaded') })
  const remove = useCall(deleteProductPicture)
  // New Order learns of it too.
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: ['OrderNew'] }),
    ])
  const send = async (files: File[]) => {
    if (!(await upload.run({ productId: id }, files))) return
    await refresh()
    toast('success', t('company.picture.uploaded'))
  }
  const drop = async () => {
    const sure = await confirm({
      title: t('company.picture.deleteTitle'),
      text: t('company.picture.deleteText'),
      action: t('company.picture.delete'),
      danger: true,
    })
    if (sure && (await remove.run({ productId: id }))) await refresh()
  }
  if (asked.data === undefined)
    return (
      <RecordBody>
        <ReadState asked={asked} name={title} />
      </RecordBody>
    )
  return (
    <RecordBody>
      {asked.data ? (
        <img src={asked.data} alt={t('company.picture.alt', { name: title })} className={css.picture} />
      ) : (
        <EmptyState icon={IconPhoto} title={t('company.picture.none')} />
      )}
      <div className={css.put}>
        {may(uploadProductPicture) && (
          <FileDrop
            limits={limits}
            label={t('company.picture.choose')}
            hint={t('company.picture.hint', { limit: format.bytes(limits.maxBytes) })}
            busy={upload.isPending}
            onFiles={(files) => void send(files)}
          />
        )}
        {asked.data && may(deleteProductPicture) && (
          <Button
            variant="default"
            loading={remove.isPending}
            leftSection={<IconTrash size={16} />}
            onClick={() => void drop()}
          >
            {t('company.picture.delete')}
          </Button>
        )}
      </div>
    </RecordBody>
  )
}
