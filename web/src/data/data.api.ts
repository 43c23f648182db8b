// What other areas may ask of data management.

/** Several files at once, for the first steps of a company. */
export const fileSet = () => import('./files/FileSet.tsx')
