import type { ChangeMode } from '@kervan/contract/kit/master-change'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { Button, Radio, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../call/client.ts'
import { useCall } from '../call/useCall.ts'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { FileDrop } from '../form/FileDrop.tsx'
import formCss from '../form/form.module.css'
import { useWords } from '../i18n/words.ts'
import css from './master.module.css'
import { FactList } from '../record/RecordParts.tsx'
import { kindWord } from './words.ts'

type Props = { kind: ImportKind; onProposed: (changeId: string) => void; onClose: () => void }

/** A workbook or a CSV file becomes a change that is looked at before it takes effect. */
export function ImportDialog({ kind, onProposed, onClose }: Props) {
  const { t, state } = useWords()
  const [mode, setMode] = useState<ChangeMode>(kind.modes[0])
  const upload = useCall(kind.upload, { refreshes: [kind.group], failed: t('masterData.importing.failed') })
  const template = useCall(kind.template, { failed: t('masterData.notDownloaded'), onDone: saveFile })
  const propose = async (files: File[]) => {
    const proposed = await upload.run({ mode }, files)
    if (proposed) onProposed(proposed.id)
  }
  return (
    <PlainDialog
      title={t('masterData.importing.title', { records: kindWord(t, kind, 'many') })}
      size={620}
      onClose={onClose}
    >
      {kind.modes.length > 1 ? (
        <Radio.Group
          label={t('masterData.importing.mode')}
          value={mode}
          onChange={(value) => setMode(value)}
          className={css.modes}
        >
          <Stack gap={8} py={6}>
            {kind.modes.map((one) => (
              <Radio
                key={one}
                value={one}
                label={state('changeMode', one)}
                description={t(`masterData.importing.${one}`)}
                disabled={upload.isPending}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <FactList
          className={css.modes}
          facts={[[t('masterData.importing.mode'), t(`masterData.importing.${mode}`)]]}
        />
      )}
      {kind.upload.upload && (
        <FileDrop
          limits={kind.upload.upload}
          label={t('masterData.importing.drop')}
          busy={upload.isPending}
          onFiles={(files) => void propose(files)}
        />
      )}
      <p className="k-quiet">{t('masterData.importing.looked')}</p>
      <div className={formCss.foot}>
        <div className={formCss.aside}>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={template.isPending}
            onClick={() => void template.run({ filled: false })}
          >
            {t('masterData.menu.template')}
          </Button>
        </div>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
      </div>
    </PlainDialog>
  )
}
