import type { AreaFields } from '../../test/record-fields.ts'

// Whose records the fields of the system's calls name.

export const fields: AreaFields = {
  noRecord: {
    // What strangers are told of them stands in deliveries.http.test.ts.
    'Deliveries/SendAgain.selection.ids': 'for those who see the whole company',
    // What others are told of it stands in test-mail.http.test.ts.
    'Mails/GetTestMail.id': 'a mail to oneself',
  },
}
