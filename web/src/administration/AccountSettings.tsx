import { partGroups } from '../kit/page/part.ts'
import { partsScreen } from '../kit/page/PartsScreen.tsx'
import { accountParts } from './parts.ts'

/** Account settings (USR-001). */
export default partsScreen({
  title: 'screen.accountSettings.title',
  groups: partGroups,
  parts: accountParts,
  groupWord: (group) => `account.group.${group}`,
  partWord: (key) => `account.part.${key}`,
})
