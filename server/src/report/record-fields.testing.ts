import type { AreaFields } from '../../test/record-fields.ts'

// What others are told of them stands in views.http.test.ts.
export const fields: AreaFields = {
  noRecord: {
    'ReportView/ShareReportView.roleIds': 'roles of the company, for a view of one’s own',
    viewId: 'of one person, by who asks',
    reportRunId: 'of one person, by who asks',
  },
}
