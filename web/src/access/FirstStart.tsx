import { getSetup } from '@kervan/contract/access/setup'
import { Navigate } from '@tanstack/react-router'
import { useRead } from '../kit/call/query.ts'

/** Where no company is shown there may be none: then the way leads to the page that makes the first one (D48). */
export default function FirstStart() {
  const { data } = useRead(getSetup, {})
  return data?.open ? <Navigate to="/setup" replace /> : null
}
