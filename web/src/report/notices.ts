import { reportFiles } from '../kit/report/reportFiles.ts'
import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

/** Notices of runs of reports open the files of their report, whose screen the notice names. */
export const noticeAddresses: NoticeAddresses = {
  reportRun: ({ recordCode }) => reportFiles(recordCode),
}
