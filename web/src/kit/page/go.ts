import { useNavigate, useRouter, type AnyRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** An address inside the portal. Without `to` it is the page that is open, with another search. */
export type Address = {
  to?: string
  params?: Readonly<Record<string, string>>
  search?: object | ((before: object) => object)
  replace?: boolean
  /** False where only a part of the page changes. */
  resetScroll?: boolean
}

// The routes are made of the list of screens when the portal starts, so the compiler knows none of their paths: here, and
// nowhere else, addresses are handed over as they come.
const routed = (address: Address) => ({ to: '.', ...address }) as never

/** The way to another address, or to another view of the same page. */
export function useGo(): (address: Address) => void {
  const navigate = useNavigate()
  return useCallback((address: Address) => void navigate(routed(address)), [navigate])
}

/** For what offers addresses as links and goes there by itself as well. */
export function useAddresses() {
  const router: AnyRouter = useRouter()
  return {
    hrefOf: (address: Address): string => router.buildLocation(routed(address)).href,
    go: (address: Address) => void router.navigate(routed(address)),
  }
}
