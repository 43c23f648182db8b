import { lookingSeconds } from '@kervan/contract/porta/words'
import { useEffect } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { useRights } from '../../kit/call/rights.ts'
import { newRequestKey } from '../../kit/call/useCall.ts'
import type { Desk } from './desks.ts'

type Looked = { id: string; requestState: string; lookedAtBy: string | null }

/**
 * Holds a request that waits for a decision while a reviewer has it open, so that two do not decide on the same one. That
 * somebody else has it is told by the request itself.
 */
export function useLookAt(call: Desk['lookAt'], found: Looked | undefined): void {
  const mayLook = useRights().has(call?.permission ?? '')
  const id = call && mayLook && found?.requestState === 'Pending' && !found.lookedAtBy ? found.id : null
  useEffect(() => {
    if (!call || id === null) return undefined
    const look = () => void callServer(call, { requestId: id, requestKey: newRequestKey() }).catch(() => {})
    look()
    const timer = setInterval(look, (lookingSeconds * 1_000) / 2)
    return () => clearInterval(timer)
  }, [call, id])
}
