import { screens } from '@kervan/contract/shell/screens'

const screen = screens.find(({ key }) => key === 'reportFiles')

/** Where the files of a report are kept (RPT-002); of all where none is named. */
export const reportFiles = (name: string | null): { to: string; search: Record<string, unknown> } => ({
  to: screen?.path ?? '/',
  search: name === null ? {} : { f: { reportName: { in: [name] } } },
})
