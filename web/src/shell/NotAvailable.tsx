import { landingPath, type Screen } from '@kervan/contract/shell/screens'
import { Button } from '@mantine/core'
import { IconHammer } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useSignedIn } from '../kit/call/session.ts'
import { screenHint, screenTitle } from './menuWords.ts'
import css from './shell.module.css'

/** A screen that has its address and its right, but is not built yet: says what it will be for, and leads on. */
export default function NotAvailable() {
  const { t } = useTranslation()
  const screen: Screen | undefined = useMatches().at(-1)?.staticData.screen
  const landing = landingPath(new Set(useSignedIn().PermissionsUI))
  const key = screen?.key ?? 'home'
  const ahead = landing && landing !== screen?.path ? landing : null
  return (
    <PageFrame title={screenTitle(t, key)} layout="scroll">
      <div className={css.center}>
        <EmptyState
          icon={IconHammer}
          tone="blue"
          title={t('shell.notAvailable.title')}
          text={
            <>
              <b>{screenHint(t, key)}</b>
              <br />
              {t('shell.notAvailable.text')}
            </>
          }
        >
          {ahead && (
            <Button renderRoot={(props) => <Link to={ahead} {...props} />}>
              {t('shell.notAvailable.home')}
            </Button>
          )}
        </EmptyState>
      </div>
    </PageFrame>
  )
}
