// What other areas may ask of a company's data.
export { dataTransferWork } from './transfers/watch.ts'
