import { landingPath, type Screen } from '@kervan/contract/shell/screens'
import type { Session } from '@kervan/contract/access/authentication'
import { waitingStep } from '../kit/call/waiting.ts'

export type Verdict = { to: 'here' } | { to: 'login' } | { to: 'elsewhere'; path: string } | { to: 'nowhere' }

/** May this visitor see this screen, and if not, where to? (SHL-001, SHL-003, SHL-004) */
export function judge(session: Session | null, screen: Pick<Screen, 'path' | 'permission'>): Verdict {
  if (!session || session.Token === '') return { to: 'login' }
  // Something waits for the user and is done at the door (D24).
  if (waitingStep(session)) return { to: 'login' }
  const held = new Set(session.PermissionsUI)
  if (held.has(screen.permission)) return { to: 'here' }
  const landing = landingPath(held)
  return landing === null || landing === screen.path ? { to: 'nowhere' } : { to: 'elsewhere', path: landing }
}
