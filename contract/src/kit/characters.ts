// What no text may hold, and what is taken out of one. Written with escapes: none of these can be seen.

/** Characters that show nothing and come along when text is copied: zero widths, word joiner, soft hyphen, byte order mark. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
/** Control characters but tab and line ends: they cannot be shown, and neither XML nor a spreadsheet can hold them. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

/** The text without characters that show nothing, so that two texts that look alike are alike. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/** Whether the text holds characters that cannot be shown. */
export const hasControl = (text: string): boolean => control.test(text)
