// What other areas may ask of company data.

/** The base class mapping of MCI entities, which data management offers too (DAT-001). */
export const mappingPart = () => import('./mci/Mapping.tsx')
