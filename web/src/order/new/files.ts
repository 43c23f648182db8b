import { fileTypes, workbookType, type UploadLimits } from '@kervan/contract/kit/call'

export type FileFault =
  | { is: 'tooMany'; limit: number }
  | { is: 'tooLarge'; name: string }
  | { is: 'wrongType'; name: string }
  | { is: 'empty'; name: string }

/** What the server would refuse is refused before it travels (ORD-006). */
export function fileFault(
  files: readonly Pick<File, 'name' | 'size' | 'type'>[],
  attached: number,
  limits: UploadLimits,
): FileFault | null {
  if (attached + files.length > limits.maxFiles) return { is: 'tooMany', limit: limits.maxFiles }
  for (const { name, size, type } of files) {
    if (!fileTypes(limits).includes(type || typeByName(name))) return { is: 'wrongType', name }
    if (size > limits.maxBytes) return { is: 'tooLarge', name }
    if (size === 0) return { is: 'empty', name }
  }
  return null
}

const byEnding: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  txt: 'text/plain',
  xlsx: workbookType,
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** A computer without an office program gives workbooks no type. */
function typeByName(name: string): string {
  return byEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? ''
}
