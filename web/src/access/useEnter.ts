import { type Session, refreshSession } from '@kervan/contract/access/authentication'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { callServer } from '../kit/call/client.ts'
import { afterLogin } from '../kit/page/landing.ts'
import { setSession } from '../kit/call/session.ts'
import { adoptLanguage } from '../kit/i18n/i18n.ts'
import { waitingStep } from '../kit/call/waiting.ts'

/** Takes the own session anew, so that what waits for the user from now on is asked at the next step and not at some refusal. */
export async function renewSession(): Promise<void> {
  setSession(await callServer(refreshSession, {}))
}

/** Takes a session over and goes to the page first asked for; while something waits for the user, the guards hold at the door. */
export function useEnter() {
  const { next } = useSearch({ strict: false })
  const navigate = useNavigate()
  const goOn = async (session: Session) => {
    setSession(session)
    if (waitingStep(session)) return
    await navigate({ href: afterLogin(next, session.PermissionsUI), replace: true })
  }
  return {
    enter: async (session: Session) => {
      await adoptLanguage(session.Language)
      await goOn(session)
    },
    enterAgain: async () => goOn(await callServer(refreshSession, {})),
  }
}
