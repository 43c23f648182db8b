import './kit/style/index.ts'
import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { installIssueWords } from './kit/form/issues.ts'
import { startI18n } from './kit/i18n/i18n.ts'
import { KitProvider } from './kit/KitProvider.tsx'
import { makeQueryClient, read } from './kit/call/query.ts'
import { adoptAppVersion } from './kit/storage/storage.ts'
import { startAnalytics } from './shell/analytics.ts'
import { Portal } from './shell/Portal.tsx'
import { makeRouter } from './shell/router.tsx'

async function start(): Promise<void> {
  installIssueWords()
  await startI18n()
  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient)
  // Never waited for: the portal starts also when the server is still starting.
  void queryClient
    .fetchQuery(read(getAppVersion, {}))
    .then(({ appVersion, analytics }) => {
      adoptAppVersion(appVersion)
      void startAnalytics(analytics)
    })
    .catch(() => undefined)
  await router.load()
  const app = document.getElementById('app')
  if (!app) throw new Error('The page has no element for the application')
  app.replaceChildren()
  createRoot(app).render(
    <StrictMode>
      <KitProvider queryClient={queryClient}>
        <Portal router={router} />
      </KitProvider>
    </StrictMode>,
  )
  window.kervanStarted = true
}

start().catch((cause: unknown) => window.kervanFailed?.(cause))
