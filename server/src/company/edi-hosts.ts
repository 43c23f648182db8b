import { ediAddressOf } from '@kervan/contract/company/edi-address'
import type { Services } from '../kit/context.ts'

/** Whether the operator lets answers go to this address: its host, with its port if it has one, is named by `EDI_HOSTS`. */
export function mayPostTo({ config }: Pick<Services, 'config'>, address: string): boolean {
  const url = ediAddressOf(address)
  return url !== null && config.ediHosts.includes(url.host)
}
