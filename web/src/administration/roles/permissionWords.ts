import type { PermissionArea } from '@kervan/contract/kit/permission-areas'
import type { Menu } from '@kervan/contract/shell/screens'
import { tDynamic, type Translate } from '../../kit/i18n/words.ts'

export const areaName = (t: Translate, area: PermissionArea): string =>
  tDynamic(t, `permission.area.${area}`, area)
export const menuName = (t: Translate, menu: Menu): string => tDynamic(t, `shell.menu.${menu}`, menu)
export const screenName = (t: Translate, key: string): string => tDynamic(t, `screen.${key}.title`, key)
