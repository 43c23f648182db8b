import { fileTypes, workbookType, type UploadLimits } from './call.ts'

// What a file is called decides what opens it on the computer of whoever saves it, whatever its content is (ORD-006).

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The endings of a type, the usual one first. */
export const endingsByType: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  [workbookType]: ['xlsx'],
  [wordType]: ['docx'],
  'application/zip': ['zip'],
  'text/plain': ['txt', 'csv'],
  'text/csv': ['csv'],
}

/** What a computer runs, installs, mounts or interprets when it is opened. */
const runEndings: ReadonlySet<string> = new Set(
  [
    'action ade adp app appinstaller application appref-ms appx appxbundle apk asp aspx bash bat bin cab cgi chm cjs',
    'class cmd com command cpl csh deb desktop diagcab dll dmg elf exe fish gadget hlp hta htm html img inf ins iso',
    'ipa isp jar jnlp js jse jsp ksh lib library-ms lnk lua mde mhtml mht mjs msc msh msi msix msixbundle msp',
    'mst ocx pif phar php php3 php4 php5 phtml pkg pl prg ps1 ps1xml ps2 psc1 psd1 psm1 py pyc pyd pyw pyz rb reg rpm',
    'run scf scpt scr sct search-ms settingcontent-ms sh shb shs shtml so svg svgz swf sys tcl ts url vb vbe vbs vhd',
    'vhdx vxd webloc website workflow ws wsc wsf wsh xbap xht xhtml xll zsh',
  ].flatMap((line) => line.split(' ')),
)

/** The ending of a name in small letters, as a computer that saves the file under it understands it; empty without one. */
export function endingOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const saved = last.replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '').replace(/[.\s]+$/u, '')
  const dot = saved.lastIndexOf('.')
  return dot < 0
    ? ''
    : saved
        .slice(dot + 1)
        .trim()
        .toLowerCase()
}

/** Whether a file is called like something that is run: no upload is taken under such a name. */
export function isRun(name: string): boolean {
  return runEndings.has(endingOf(name))
}

/** Whether the ending of a name is one that files of this type have. */
export function agrees(name: string, type: string): boolean {
  return endingsByType[type]?.includes(endingOf(name)) ?? false
}

/** What an upload takes, as people call it: `PDF`, `JPG`. */
export function shownTypes(limits: Pick<UploadLimits, 'types'>): string[] {
  return fileTypes(limits).map((type) =>
    (endingsByType[type]?.[0] ?? type.split('/').at(-1) ?? type).toUpperCase(),
  )
}

/** Whether the upload refuses a file for its name alone, before anybody has looked inside. */
export function isNamedWrongly(name: string, limits: Pick<UploadLimits, 'types' | 'keepsName'>): boolean {
  if (isRun(name)) return true
  return limits.keepsName === true && !fileTypes(limits).some((type) => agrees(name, type))
}
