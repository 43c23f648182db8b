import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../kit/call/client.ts'
import { copyText } from '../kit/copyText.ts'
import css from './secondFactor.module.css'

/** Ten codes, once: to be copied or kept as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  return (
    <div className={css.form}>
      <h2 className={css.heading}>{t('security.setup.codes')}</h2>
      <p>{t('security.setup.codesText')}</p>
      <ul className={css.codes} aria-label={t('security.setup.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(text).then(() => setCopied(true))}
        >
          {t(copied ? 'security.setup.copied' : 'security.setup.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            saveFile({
              name: t('security.setup.file'),
              blob: new Blob([`${text}\n`], { type: 'text/plain' }),
            })
          }
        >
          {t('security.setup.download')}
        </Button>
      </div>
      <Button onClick={onDone} data-autofocus>
        {t('security.setup.finish')}
      </Button>
    </div>
  )
}
