import type { OutputOf } from '@kervan/contract/kit/call'
import { createTemplateFromFile } from '@kervan/contract/order/order-templates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { tPlural } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { TemplateName, useLocationChoices } from '../shared/templateForm.ts'
import css from './templates.module.css'
import { HeadFields } from './HeadFields.tsx'

const Wish = z.object({ templateName: TemplateName, locationId: z.string().nullable() })
type Issues = OutputOf<typeof createTemplateFromFile>['issues']

/** A template of a workbook: all of it, or every row that is wrong with the reason. */
export function TemplateFromFile({ onMade, onClose }: { onMade: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const make = useCall(createTemplateFromFile, { refreshes: ['OrderTemplate'] })
  const { choices } = useLocationChoices()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [issues, setIssues] = useState<Issues>([])
  return (
    <FormDialog<z.infer<typeof Wish>>
      title={t('order.template.fileTitle')}
      text={t('order.template.fromFileText')}
      action={t('order.template.create')}
      size={560}
      schema={Wish}
      start={{ templateName: '', locationId: null }}
      paths={{ TemplateNameTaken: 'templateName', LocationNotAllowed: 'locationId' }}
      keepOpen
      onSubmit={async (wish) => {
        if (!file) return setFault(t('order.template.fileMissing'))
        const answer = await make.attempt(wish, [file])
        if (!answer) return
        setIssues(answer.issues)
        const { made } = answer
        if (!made) return
        const { productCount: count } = made
        toast(
          'success',
          t('order.template.made', { count, amount: format.number(count), name: made.templateName }),
        )
        onMade(made.id)
        onClose()
      }}
      onClose={onClose}
    >
      <HeadFields locations={choices} />
      <FileDrop
        limits={createTemplateFromFile.upload!}
        label={file ? t('order.template.fileChosen', { name: file.name }) : t('order.template.fileDrop')}
        onFiles={([first]) => {
          setFile(first ?? null)
          setFault(null)
          setIssues([])
        }}
      />
      {fault && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      {issues.length > 0 && (
        <div role="alert">
          <p className={css.fault}>
            {tPlural(t, 'order.template.fileIssues', issues.length, format.number(issues.length))}
          </p>
          <ul className={css.issues}>
            {issues.map(({ row, column, value, message }) => (
              <li key={`${row} ${column} ${message}`}>
                <strong>{t('order.template.fileRow', { row: format.number(row) })}</strong>
                <span>
                  {column}
                  {value !== null && (
                    <>
                      {' '}
                      <span className="k-mono">{value}</span>
                    </>
                  )}
                  : {message}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
