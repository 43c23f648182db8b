import { logout, refreshSession, type Session } from '@kervan/contract/access/authentication'
import { getProfile, setOwnLanguage } from '@kervan/contract/account/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callServer, whenRightsDiffer } from '../kit/call/client.ts'
import { read } from '../kit/call/query.ts'
import { currentRights } from '../kit/call/rights.ts'
import { getSession, setSession } from '../kit/call/session.ts'
import { waitingStep } from '../kit/call/waiting.ts'
import { whenLanguageChosen } from '../kit/i18n/i18n.ts'
import { forgetRecent } from '../kit/storage/recent.ts'

const refreshEveryMs = 5 * 60_000
const lookEveryMs = 30_000
/** A refusal may be one of many that were under way; the new rights are asked for once. */
const rightsPauseMs = 5_000

/**
 * Renews the session while somebody works, so that it ends with the work and not in its middle; changed permissions
 * arrive with it, and at once when the server refuses what the browser still offered (ACC-008). Of several tabs one renews, the others take the new token over.
 */
export function useSessionKeeper(): void {
  const router = useRouter()
  useEffect(() => {
    let lastActive = Date.now()
    let lastRefresh = 0
    let knownToken = getSession()?.Token

    const refresh = async () => {
      if (getSession()?.Token !== knownToken) {
        // Another tab was quicker.
        knownToken = getSession()?.Token
        lastRefresh = Date.now()
        return
      }
      if (!knownToken) return
      lastRefresh = Date.now()
      const before = getSession()
      const session = await callServer(refreshSession, {}).catch(() => null)
      // Signed out while the answer was on its way: the new token must not bring the session back.
      if (!session || getSession()?.Token !== knownToken) return
      knownToken = session.Token
      setSession(session)
      if (before && guardsOf(session) !== guardsOf(before)) await router.invalidate()
    }
    const alone = () =>
      navigator.locks
        ? navigator.locks.request('kervan.refresh', { ifAvailable: true }, (lock) =>
            lock ? refresh() : undefined,
          )
        : refresh()
    const look = () => {
      const now = Date.now()
      if (now - lastActive < refreshEveryMs && now - lastRefresh >= refreshEveryMs) void alone()
    }
    const active = () => {
      lastActive = Date.now()
    }
    let asking: ReturnType<typeof setTimeout> | undefined
    whenRightsDiffer(() => {
      // Within the pause it is put off, not dropped: nobody else would say it again.
      asking ??= setTimeout(
        () => {
          asking = undefined
          void alone()
        },
        Math.max(0, rightsPauseMs - (Date.now() - lastRefresh)),
      )
    })
    look()
    const timer = setInterval(look, lookEveryMs)
    for (const event of ['pointerdown', 'keydown', 'focus'])
      window.addEventListener(event, active, { passive: true })
    return () => {
      clearInterval(timer)
      clearTimeout(asking)
      whenRightsDiffer(() => {})
      for (const event of ['pointerdown', 'keydown', 'focus']) window.removeEventListener(event, active)
    }
  }, [router])
}

/** The language that somebody chooses is their own from then on, on every device, where their roles let them keep it. */
export function useOwnLanguage(): void {
  const queries = useQueryClient()
  useEffect(() => {
    whenLanguageChosen((language) => {
      const session = getSession()
      if (!session || session.Language === language) return
      if (!currentRights().has(setOwnLanguage.permission ?? '')) return
      setSession({ ...session, Language: language })
      void callServer(setOwnLanguage, { language })
        .then(() => queries.invalidateQueries({ queryKey: read(getProfile, {}).queryKey }))
        .catch(() => undefined)
    })
    return () => whenLanguageChosen(null)
  }, [queries])
}

/** What the guards of the screens judge by: rights, and what waits for the user. */
function guardsOf(session: Session): string {
  return JSON.stringify([session.PermissionsUI, waitingStep(session)])
}

/** The token is dead on the server, the session is gone here, and nothing of it stays in memory (ACC-008). */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await callServer(logout, {}).catch(() => undefined)
    forgetRecent()
    setSession(null)
    queries.clear()
    await navigate({ to: '/login', search: {} })
  }
}
