import type { UploadLimits } from '@kervan/contract/kit/call'
import { isNamedWrongly } from '@kervan/contract/kit/file-endings'

export type FileFault =
  | { is: 'tooMany'; limit: number }
  | { is: 'tooLarge'; name: string }
  | { is: 'wrongType'; name: string }
  | { is: 'empty'; name: string }

/** What the server would refuse is refused before it travels (ORD-006). */
export function fileFault(
  files: readonly Pick<File, 'name' | 'size'>[],
  attached: number,
  limits: UploadLimits,
): FileFault | null {
  if (attached + files.length > limits.maxFiles) return { is: 'tooMany', limit: limits.maxFiles }
  for (const { name, size } of files) {
    if (isNamedWrongly(name, limits)) return { is: 'wrongType', name }
    if (size > limits.maxBytes) return { is: 'tooLarge', name }
    if (size === 0) return { is: 'empty', name }
  }
  return null
}
