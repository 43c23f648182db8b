import { z } from 'zod'
import { DateOnly, text } from '../kit/values.ts'
import { documentTypes } from './words.ts'

export const DocumentType = z.enum(documentTypes)

/** What can be said about a document by whoever sent it (ORD-019). */
export const DocumentDescription = z.object({
  documentType: DocumentType,
  referenceNo: text(60).nullable(),
  documentDate: DateOnly.nullable(),
  memo: text(500).nullable(),
})
