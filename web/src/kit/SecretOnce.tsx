import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copyText.ts'
import css from './secretOnce.module.css'

/** A secret that the server tells once: in full, to be copied, with the word that it will not come again. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  return (
    <div className={css.frame}>
      <div className={css.label} id="secret-once">
        {label}
      </div>
      <div className={css.line}>
        <output aria-labelledby="secret-once" className={css.secret}>
          {secret}
        </output>
        <Button
          variant="default"
          data-autofocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(secret).then(() => setCopied(true))}
        >
          {t(copied ? 'kit.secret.copied' : 'kit.secret.copy')}
        </Button>
      </div>
      <p className={css.note}>
        <IconAlertTriangle size={16} aria-hidden />
        {t('kit.secret.once')}
      </p>
    </div>
  )
}
