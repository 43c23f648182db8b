import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useSignOut } from './sessionKeeper.ts'
import css from './shell.module.css'

const OwnExplanation = lazy(() => import('../account/explain/OwnExplanation.tsx'))

/**
 * For a user who may open no screen at all: no loop of redirects, but a sentence, what is missing and how to ask
 * for it, and a way out (SHL-003).
 */
export function NoPermission() {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const path = useMatches().at(-1)?.staticData.screen?.path
  return (
    <div className={css.center}>
      <div className={css.refused}>
        <EmptyState icon={IconLock} title={t('shell.noPermission.title')} text={t('shell.noPermission.text')}>
          <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button>
        </EmptyState>
        {path && (
          <Suspense fallback={null}>
            <OwnExplanation target={{ kind: 'screen', path }} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
