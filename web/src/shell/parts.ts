import type { AreaScreens } from '../kit/page/screen.ts'

const areas = import.meta.glob<AreaScreens>('../*/screens.ts', { eager: true, import: 'screens' })

/** Which code answers which screen of the contract, found by folder. */
export const parts: AreaScreens = Object.assign({}, ...Object.values(areas))
