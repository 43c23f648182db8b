import type { ApplicationSetup } from '@kervan/contract/porta/applications'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import formCss from '../../kit/form/form.module.css'
import { useWords } from '../../kit/i18n/words.ts'
import { PicturesField } from './pictures/PicturesField.tsx'
import { SendButton } from './pictures/SendButton.tsx'
import type { Ways } from './ways.ts'

type Props = {
  ways: Ways
  setup: ApplicationSetup
  request: { id: string; requestCode: string }
  onClose: () => void
}

/** Further pictures for a request that nobody has decided on. */
export function AddPicturesDialog({ ways, setup, request: { id, requestCode }, onClose }: Props) {
  const { t } = useWords()
  const add = useCall(ways.addImages, {
    refreshes: ways.desk.refreshes,
    failed: t('porta.pictures.failed'),
    onDone: () => {
      toast('success', t('porta.pictures.added', { request: requestCode }))
      onClose()
    },
  })
  const [files, setFiles] = useState<File[]>([])
  return (
    <PlainDialog title={t('porta.pictures.addTo', { request: requestCode })} size={620} onClose={onClose}>
      <PicturesField
        limits={ways.addImages.upload!}
        maximum={setup.maximumImages}
        hint={t('porta.pictures.hint')}
        busy={add.isPending}
        files={files}
        onChange={setFiles}
      />
      <div className={formCss.foot}>
        <div className={formCss.answers}>
          <Button variant="default" onClick={onClose}>
            {t('kit.action.cancel')}
          </Button>
          <SendButton
            files={files}
            busy={add.isPending}
            onSend={() => void add.run({ requestId: id }, files)}
          />
        </div>
      </div>
    </PlainDialog>
  )
}
