import { said } from '../kit/i18n/words.ts'

// The names of menus, groups and screens: `shell.menu.<menu>`, `shell.group.<group>`, `screen.<key>.title` and `.hint`.

export const menuTitle = (menu: string) => said(`shell.menu.${menu}`, menu)
export const groupTitle = (group: string) => said(`shell.group.${group}`, group)
export const screenTitle = (key: string) => said(`screen.${key}.title`, key)
export const screenHint = (key: string) => said(`screen.${key}.hint`, '')
