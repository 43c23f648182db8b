import { Button, Skeleton } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { CallRefused } from '../kit/call/refused.ts'
import { WhyButton } from '../kit/page/why.tsx'
import css from './shell.module.css'

/** When a screen cannot be shown: why, and a way to try again. The rest of the portal keeps working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const refused = error instanceof CallRefused ? error : null
  return (
    <div className={css.center}>
      <EmptyState
        icon={IconAlertCircle}
        tone="red"
        title={t('kit.error.screenFaultTitle')}
        text={refused?.message ?? t('kit.error.screenFault')}
      >
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          onClick={() => (refused ? reset() : window.location.reload())}
        >
          {t(refused ? 'kit.action.tryAgain' : 'kit.error.reload')}
        </Button>
        {refused && <WhyButton refused={refused} />}
        {refused?.reference && <span className="k-mono">{refused.reference}</span>}
      </EmptyState>
    </div>
  )
}

export function ScreenPending() {
  return (
    <div style={{ padding: 16 }} aria-busy>
      <Skeleton height={18} width={180} mb={20} radius={4} />
      <Skeleton height={12} width="40%" mb={12} radius={2} />
      <Skeleton height={12} width="60%" radius={2} />
    </div>
  )
}
