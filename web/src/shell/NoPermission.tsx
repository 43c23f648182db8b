import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import OwnExplanation from '../administration/explain/OwnExplanation.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { useSignOut } from './sessionKeeper.ts'
import css from './shell.module.css'

/**
 * For a user who may open no screen at all: no loop of redirects, but a sentence, what is missing and how to ask
 * for it, and a way out (SHL-003).
 */
export default function NoPermission() {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const path = useMatches().at(-1)?.staticData.screen?.path
  return (
    <div className={css.center}>
      <div className={css.refused}>
        <EmptyState icon={IconLock} title={t('shell.noPermission.title')} text={t('shell.noPermission.text')}>
          <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button>
        </EmptyState>
        {path && <OwnExplanation target={{ kind: 'screen', path }} />}
      </div>
    </div>
  )
}
