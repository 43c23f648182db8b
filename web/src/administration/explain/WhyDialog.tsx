import type { OwnExplainTarget } from '@kervan/contract/administration/explain'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import css from './explain.module.css'
import OwnExplanation from './OwnExplanation.tsx'
import { targetName } from './targets.ts'

/** "Why?" of a refusal, over whatever screen it came up on. */
export default function WhyDialog({ target, onClose }: { target: OwnExplainTarget; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <PlainDialog
      title={t('administration.explain.own.title', { what: targetName(t, target) })}
      size={560}
      onClose={onClose}
    >
      <div className={css.inDialog}>
        <OwnExplanation target={target} onLeave={onClose} />
      </div>
    </PlainDialog>
  )
}
