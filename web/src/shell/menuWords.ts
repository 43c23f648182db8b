import { tDynamic, type Translate } from '../kit/i18n/words.ts'

// The names of menus, groups and screens: `shell.menu.<menu>`, `shell.group.<group>`, `screen.<key>.title` and `.hint`.

export const menuTitle = (t: Translate, menu: string) => tDynamic(t, `shell.menu.${menu}`, menu)
export const groupTitle = (t: Translate, group: string) => tDynamic(t, `shell.group.${group}`, group)
export const screenTitle = (t: Translate, key: string) => tDynamic(t, `screen.${key}.title`, key)
export const screenHint = (t: Translate, key: string) => tDynamic(t, `screen.${key}.hint`, '')
