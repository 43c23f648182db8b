import type { ApplicationSetup } from '@kervan/contract/porta/applications'
import type { RequestState } from '@kervan/contract/porta/words'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import css from '../shared/porta.module.css'
import { Tutorials } from '../shared/Tutorials.tsx'
import { PicturesField } from './pictures/PicturesField.tsx'
import { codePaths, CodeField } from './CodeField.tsx'
import { OriginFields, originPaths, originShape, originStart } from './OriginFields.tsx'
import { ScopeField, scopeShape, scopeStart } from './ScopeField.tsx'
import type { Ways } from './ways.ts'

const schemaOf = (ways: Ways) =>
  z.object({
    dataMatrix: z.string().trim().min(1, 'porta.new.codeNeeded').max(1_000),
    ...originShape,
    ...scopeShape(ways),
    description: z.string().max(500),
  })

type Props = {
  ways: Ways
  setup: ApplicationSetup
  withCamera?: boolean
  onMade: (state: RequestState) => void
  onClose: () => void
}

/** One request: the code, its picture, where and when the pack was sold (DSC-004, PCR-006). */
export function NewRequestDialog({ ways, setup, withCamera = false, onMade, onClose }: Props) {
  const { t, column } = useWords()
  const { tutorials } = ways
  const schema = useMemo(() => schemaOf(ways), [ways])
  const [files, setFiles] = useState<File[]>([])
  const [isPictureMissing, setPictureMissing] = useState(false)
  const make = useCall(ways.create, { refreshes: ways.desk.refreshes })
  return (
    <FormDialog
      title={t(ways.title)}
      action={t('porta.new.send')}
      size={620}
      keepOpen
      schema={schema}
      start={{ dataMatrix: '', ...originStart(setup), ...scopeStart(ways), description: '' }}
      paths={{ ...originPaths, ...codePaths }}
      onSubmit={async ({ description, ...values }) => {
        if (files.length === 0) {
          setPictureMissing(true)
          return false
        }
        const answer = await make.attempt(
          { ...values, ...(description.trim() !== '' && { description: description.trim() }) },
          files,
        )
        if (!answer) return false
        toast('success', t('porta.new.done', { request: answer.requestCode }))
        onMade(answer.requestState)
        return true
      }}
      onClose={onClose}
    >
      <Tutorials of={tutorials.NewRequest} />
      <CodeField check={ways.check} withCamera={withCamera} />
      <div>
        <PicturesField
          limits={ways.create.upload!}
          maximum={setup.maximumImages}
          hint={t('porta.pictures.hint')}
          busy={make.isPending}
          files={files}
          onChange={(chosen) => {
            setFiles(chosen)
            setPictureMissing(false)
          }}
        />
        <Tutorials of={tutorials.ValidateFromImage} />
        {isPictureMissing && (
          <p role="alert" className={css.concerns}>
            {t(ways.pictureNeeded)}
          </p>
        )}
      </div>
      <OriginFields setup={setup} />
      <ScopeField ways={ways} />
      <TextAreaField name="description" label={column('description')} rows={2} maxLength={500} optional />
    </FormDialog>
  )
}
