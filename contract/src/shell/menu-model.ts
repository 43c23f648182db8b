import { disabledEntries, menuPermissions, menus, screens, type Menu, type Screen } from './screens.ts'

// The menus of the header as somebody with these permissions sees them (SHL-005 to SHL-010): an entry without its
// right is absent, unless it is one of those that stand there in grey; a menu that the user has, but no entry of it, stands there in grey. The header draws it, and the role
// editor tells from it what a change opens and closes.

export type MenuEntry = { key: string; path: string | null; keys: string | null }
export type MenuGroup = { key: string; entries: MenuEntry[] }
export type MenuModel = { menu: Menu; enabled: boolean; groups: MenuGroup[] }

export function menuModel(rights: { has(permission: string): boolean }): MenuModel[] {
  return menus.flatMap((menu) => {
    const held = screens.filter((screen) => screen.menu === menu && rights.has(screen.permission))
    const own = menuPermissions[menu]
    const shown = own === null ? held.length > 0 : rights.has(own)
    if (!shown) return []
    const groups = groupEntries(held)
    const disabled = disabledEntries
      .filter((entry) => entry.menu === menu && groups.length > 0 && !rights.has(entry.permission))
      .map(({ key }): MenuEntry => ({ key, path: null, keys: null }))
    groups.at(-1)?.entries.push(...disabled)
    return [{ menu, enabled: groups.length > 0, groups }]
  })
}

function groupEntries(held: readonly Screen[]): MenuGroup[] {
  const groups: MenuGroup[] = []
  for (const { group, key, path, keys } of held) {
    const name = group ?? ''
    const found = groups.find((one) => one.key === name)
    const entry = { key, path, keys }
    if (found) found.entries.push(entry)
    else groups.push({ key: name, entries: [entry] })
  }
  return groups
}

/** The menus whose screens lead to screens that stand in none, by the first part of their addresses. */
const leading: Record<string, Menu> = { order: 'orders', report: 'reports', services: 'services' }

/** Which menu the address belongs to. */
export function menuOf(pathname: string): Menu | null {
  return screens.find(({ path }) => path === pathname)?.menu ?? leading[pathname.split('/')[1] ?? ''] ?? null
}
