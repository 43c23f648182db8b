import { homeBoxes } from '@kervan/contract/home/words'
import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: { HomePage: ['home-*'], [homeBoxes.subscriptions]: ['subscription-read*'] },
}
