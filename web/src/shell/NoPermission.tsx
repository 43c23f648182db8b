import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useSignOut } from './sessionKeeper.ts'
import css from './shell.module.css'

/** For a user who may open no screen at all: no loop of redirects, but a sentence and a way out (SHL-003). */
export function NoPermission() {
  const { t } = useTranslation()
  const signOut = useSignOut()
  return (
    <div className={css.center}>
      <EmptyState icon={IconLock} title={t('shell.noPermission.title')} text={t('shell.noPermission.text')}>
        <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button>
      </EmptyState>
    </div>
  )
}
