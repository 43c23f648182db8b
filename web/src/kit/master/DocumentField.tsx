import { fileTypes, type Call } from '@kervan/contract/kit/call'
import type { MasterData } from '@kervan/contract/kit/master-data'
import { Button, FileButton, Group } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../call/client.ts'
import { useCall } from '../call/useCall.ts'
import { FieldFrame } from '../form/FieldFrame.tsx'
import { useField, type FieldProps } from '../form/TextField.tsx'
import { asText } from '../values/asText.ts'
import css from './master.module.css'

type Open = { call: NonNullable<MasterData['openFile']>; recordId: string; fileId: string; name: string }

/** The document of a record, as a link by its name. */
export function DocumentLink({ call, recordId, fileId, name }: Open) {
  const { t } = useTranslation()
  const file = useCall(call, { failed: t('masterData.notDownloaded'), onDone: saveFile })
  return (
    <button type="button" className={css.link} onClick={() => void file.run({ recordId, fileId })}>
      {name}
    </button>
  )
}

type Props = FieldProps & {
  upload: NonNullable<MasterData['uploadFile']>
  open: NonNullable<MasterData['openFile']>
  /** Null for a new record. */
  recordId: string | null
  /** What the documents of the record are called, by id. */
  names: Readonly<Record<string, string>>
}

/** A document: uploaded at once, named by the record when it is saved. */
export function DocumentField({ upload, open, recordId, names, ...props }: Props) {
  const { t } = useTranslation()
  const { frame, control, attach, value, onChange } = useField(props)
  const [uploaded, setUploaded] = useState<Readonly<Record<string, string>>>({})
  const sending = useCall(upload, { failed: t('masterData.file.notUploaded') })
  const choose = async (file: File | null) => {
    const kept = file && (await sending.run({}, [file]))
    if (!kept) return
    setUploaded((before) => ({ ...before, [kept.fileId]: kept.name }))
    onChange(kept.fileId)
  }
  const id = asText(value)
  const name = uploaded[id] ?? names[id] ?? ''
  return (
    <FieldFrame {...frame}>
      <Group gap={8} mih={36}>
        {id !== '' &&
          (recordId !== null && uploaded[id] === undefined ? (
            <DocumentLink
              call={open}
              recordId={recordId}
              fileId={id}
              name={name || t('masterData.file.gone')}
            />
          ) : (
            <span>{name}</span>
          ))}
        {!props.disabled && (
          <FileButton accept={typesOf(upload)} onChange={(file) => void choose(file)}>
            {(given) => (
              <Button
                {...given}
                id={control.id}
                ref={attach}
                variant="default"
                size="compact-md"
                aria-describedby={control['aria-describedby']}
                loading={sending.isPending}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t(id === '' ? 'masterData.file.upload' : 'masterData.file.replace')}
              </Button>
            )}
          </FileButton>
        )}
        {!props.disabled && props.optional && id !== '' && (
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onChange(null)}
          >
            {t('masterData.file.remove')}
          </Button>
        )}
      </Group>
    </FieldFrame>
  )
}

const typesOf = ({ upload }: Pick<Call, 'upload'>) => (upload ? fileTypes(upload).join(',') : '')
