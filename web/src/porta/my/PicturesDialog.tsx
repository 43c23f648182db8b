import type { ApplicationSetup } from '@kervan/contract/porta/applications'
import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePolled } from '../../kit/call/usePolled.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import formCss from '../../kit/form/form.module.css'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/porta.module.css'
import { Tutorials } from '../shared/Tutorials.tsx'
import { PicturesField } from './pictures/PicturesField.tsx'
import { SendButton } from './pictures/SendButton.tsx'
import type { Ways } from './ways.ts'

type Props = { ways: Ways; setup: ApplicationSetup; onClose: () => void }

/** Many pictures at once, each for the pre-application whose pack it shows (DSC-006); their reading is followed here. */
export function PicturesDialog({ ways, setup, onClose }: Props) {
  const { t } = useWords()
  const [batch, setBatch] = useState<{ id: string; images: number } | null>(null)
  const upload = useCall(ways.importImages, {
    refreshes: [ways.importImages.group],
    failed: t('porta.pictures.failed'),
    onDone: ({ batchId, images }) => setBatch({ id: batchId, images }),
  })
  const [files, setFiles] = useState<File[]>([])
  return (
    <PlainDialog title={t('porta.pictures.title')} size={620} onClose={onClose}>
      {batch ? (
        <Reading ways={ways} {...batch} />
      ) : (
        <>
          <PicturesField
            limits={ways.importImages.upload!}
            maximum={setup.maximumImages}
            hint={t('porta.pictures.manyHint', { limit: setup.maximumImages })}
            busy={upload.isPending}
            files={files}
            onChange={setFiles}
          />
          <Tutorials of={ways.tutorials.ValidateFromImage} />
        </>
      )}
      <div className={formCss.foot}>
        <div className={formCss.answers}>
          <Button variant="default" onClick={onClose}>
            {t(batch ? 'kit.action.close' : 'kit.action.cancel')}
          </Button>
          {!batch && (
            <SendButton files={files} busy={upload.isPending} onSend={() => void upload.run({}, files)} />
          )}
        </div>
      </div>
    </PlainDialog>
  )
}

function Reading({ ways, id, images }: { ways: Ways; id: string; images: number }) {
  const { group } = ways.imageImport
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const { data } = usePolled(
    ways.imageImport,
    { batchId: id },
    { everyMs: 700, enabled: true, until: ({ waiting }) => waiting === 0 },
  )
  const isOver = data?.waiting === 0
  const read = data ? images - data.waiting : 0
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: [group, 'GetRequests'] })
  }, [group, isOver, queries])
  return (
    <>
      <output>
        {t('porta.pictures.progress', {
          read: format.number(read),
          of: format.number(images),
          matched: format.number(data?.matched ?? 0),
        })}
      </output>
      <Progress
        value={(read / Math.max(1, images)) * 100}
        mt={8}
        animated={!isOver}
        aria-label={t('porta.pictures.title')}
      />
      <ul className={css.results}>
        {(data?.images ?? []).map(({ id: image, name, requestCode, message }) => (
          <li key={image} data-bad={message !== null || undefined}>
            <span className="k-mono">{requestCode}</span>
            <span>{message ?? name}</span>
            <span className="k-quiet">{message === null ? '' : name}</span>
          </li>
        ))}
      </ul>
      {isOver && data && data.unmatched > 0 && (
        <p className="k-quiet">
          {tPlural(t, 'porta.pictures.unmatched', data.unmatched, format.number(data.unmatched))}
        </p>
      )}
    </>
  )
}
