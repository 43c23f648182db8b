import type { OwnExplainTarget } from '@kervan/contract/administration/explain'
import { Button, CloseButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setWhyOpener } from '../kit/page/why.tsx'
import { screenTitle } from './menuWords.ts'
import css from './refusals.module.css'
import { forgetRefused, useRefusedScreen } from './refusedScreen.ts'

const WhyDialog = lazy(() => import('../administration/explain/WhyDialog.tsx'))

/** Says above the page which screen was refused, and explains any refusal that is asked about. */
export function Refusals() {
  const { t } = useTranslation()
  const screen = useRefusedScreen()
  const [asked, setAsked] = useState<OwnExplainTarget | null>(null)
  useEffect(() => {
    setWhyOpener(setAsked)
    return () => setWhyOpener(null)
  }, [])
  return (
    <>
      {/* Stands there empty, so that what comes into it is read out. */}
      <output className={css.place}>
        {screen && (
          <div className={css.bar}>
            <IconLock size={16} aria-hidden />
            <span className={css.words}>{t('shell.refused', { screen: screenTitle(t, screen.key) })}</span>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => setAsked({ kind: 'screen', path: screen.path })}
            >
              {t('kit.action.why')}
            </Button>
            <CloseButton size={24} aria-label={t('kit.action.close')} onClick={forgetRefused} />
          </div>
        )}
      </output>
      {asked && (
        <Suspense fallback={null}>
          <WhyDialog target={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
