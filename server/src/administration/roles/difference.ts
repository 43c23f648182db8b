import { menuModel } from '@kervan/contract/shell/menu-model'
import { isOffered, screens, type Menu } from '@kervan/contract/shell/screens'
import { uiPermissions } from '@kervan/contract/access/words'

/** What somebody with these permissions gets to see and do, as far as permissions decide it. */
export type Reach = { menus: Menu[]; screens: string[]; elements: string[]; calls: string[] }

const ofScreens = new Set<string>(screens.map((screen) => screen.permission))
const ofUi = new Set<string>(uiPermissions)

/** Told by the same tables that the header and the guards of the screens ask. */
export function reachOf(held: ReadonlySet<string>): Reach {
  return {
    menus: menuModel(held).map((model) => model.menu),
    screens: screens.filter((screen) => isOffered(screen, held)).map((screen) => screen.key),
    elements: [...held].filter((one) => ofUi.has(one) && !ofScreens.has(one)).toSorted(),
    calls: [...held].filter((one) => !ofUi.has(one)).toSorted(),
  }
}

/** What is reached after a change and was not before; turned around, what is closed. */
export function beyond(before: Reach, after: Reach): Reach {
  const missing = <T>(known: readonly T[], all: readonly T[]) => all.filter((one) => !known.includes(one))
  return {
    menus: missing(before.menus, after.menus),
    screens: missing(before.screens, after.screens),
    elements: missing(before.elements, after.elements),
    calls: missing(before.calls, after.calls),
  }
}
