import type { ScreenKey } from '@kervan/contract/shell/screens'
import { Button } from '@mantine/core'
import { IconBook2, IconKeyboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../kit/feedback/PlainDialog.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { ArticleView } from '../knowledge/read/ArticleView.tsx'
import css from './keys.module.css'

type Props = { screen: ScreenKey; onKeys: () => void; onClose: () => void }

/** The article of the screen that is open (KNB-001), and the way to the keys of the page. */
export default function HelpDialog({ screen, onKeys, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <PlainDialog title={t('knowledge.help.title')} size={760} onClose={onClose}>
      <ArticleView which={{ screen }} />
      <div className={css.helpFoot}>
        <Button variant="default" leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onKeys}>
          {t('kit.keys.title')}
        </Button>
        <LinkButton
          to="/knowledge-base"
          search={{ screen }}
          variant="default"
          leftSection={<IconBook2 size={16} aria-hidden />}
          onClick={onClose}
        >
          {t('knowledge.help.open')}
        </LinkButton>
      </div>
    </PlainDialog>
  )
}
