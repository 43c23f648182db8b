import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { ExplainAccess } from './ExplainAccess.tsx'

/** "Why can't somebody see this screen?", asked from anywhere. */
export default function ExplainDialog({ screen, onClose }: { screen: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <PlainDialog title={t('administration.explain.somebody')} size={640} onClose={onClose}>
      <ExplainAccess screen={screen} onLeave={onClose} />
    </PlainDialog>
  )
}
