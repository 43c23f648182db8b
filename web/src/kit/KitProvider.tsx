import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { useHostWanted } from './feedback/hostReady.ts'
import { i18n } from './i18n/i18n.ts'
import { useAsking } from './stepUp/stepUp.ts'
import { readStored, writeStored } from './storage/storage.ts'
import { cssVariables, theme } from './style/theme.ts'

const FeedbackHost = lazy(() => import('./feedback/FeedbackHost.tsx'))
const StepUpDialog = lazy(() => import('./stepUp/StepUpDialog.tsx'))

/** Keeps the colour scheme under our own key, where boot.js reads it before the first paint. */
const colorScheme: MantineColorSchemeManager = {
  get: (otherwise) => readStored('kervan.colorScheme') ?? otherwise,
  set: (value) => writeStored('kervan.colorScheme', value),
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => writeStored('kervan.colorScheme', null),
}

export function KitProvider({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const hostWanted = useHostWanted()
  const asking = useAsking()
  useEffect(() => {
    // What the server has put into words is asked for again in the new language (SHL-013).
    const again = () => void queryClient.invalidateQueries()
    i18n.on('languageChanged', again)
    return () => i18n.off('languageChanged', again)
  }, [queryClient])
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorScheme}
          defaultColorScheme="auto"
        >
          {children}
          {asking && (
            <Suspense>
              <StepUpDialog asking={asking} />
            </Suspense>
          )}
          {hostWanted && (
            <Suspense>
              <FeedbackHost />
            </Suspense>
          )}
        </MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
