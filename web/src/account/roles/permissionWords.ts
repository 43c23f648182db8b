import type { PermissionArea } from '@kervan/contract/account/permissions'
import type { Menu } from '@kervan/contract/shell/screens'
import { said, type Translate } from '../../kit/i18n/words.ts'

export const areaName = (t: Translate, area: PermissionArea): string =>
  said(t, `permission.area.${area}`, area)
export const menuName = (t: Translate, menu: Menu): string => said(t, `shell.menu.${menu}`, menu)
export const screenName = (t: Translate, key: string): string => said(t, `screen.${key}.title`, key)
