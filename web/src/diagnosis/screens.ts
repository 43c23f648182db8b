import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { diagnosisSearch } from './search.ts'

export const screens: AreaScreens = {
  systemDiagnosis: screenParts({
    component: () => import('./SystemDiagnosis.tsx'),
    search: diagnosisSearch,
  }),
}
