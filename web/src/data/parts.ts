import type { ScreenPart } from '../kit/page/part.ts'

export const dataGroups = ['places'] as const

/** The parts of data management in the order they are offered (DAT-001). A new kind is one entry here; its name is `kind.<key>.many`. */
export const dataParts: readonly ScreenPart<(typeof dataGroups)[number]>[] = [
  {
    key: 'locationType',
    permission: 'dataManagement-getLocationTypes',
    group: 'places',
    component: () => import('./locationTypes.tsx'),
  },
]
