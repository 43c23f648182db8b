import { partsScreen } from '../kit/page/PartsScreen.tsx'
import { dataGroups, dataParts } from './parts.ts'

/** Data management (DAT-001): the kinds of record that a company keeps. */
export default partsScreen({
  title: 'screen.dataManagement.title',
  groups: dataGroups,
  parts: dataParts,
  groupWord: (group) => `dataManagement.group.${group}`,
  partWord: (key) => `kind.${key}.many`,
})
