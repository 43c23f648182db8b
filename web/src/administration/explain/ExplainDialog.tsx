import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { ExplainAccess } from './ExplainAccess.tsx'
import css from './explain.module.css'

/** "Why can't somebody see this screen?", asked from anywhere. */
export default function ExplainDialog({
  screen,
  onClose,
}: {
  screen: string | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <PlainDialog title={t('administration.explain.somebody')} size={640} onClose={onClose}>
      <div className={css.inDialog}>
        <ExplainAccess screen={screen} onLeave={onClose} />
      </div>
    </PlainDialog>
  )
}
