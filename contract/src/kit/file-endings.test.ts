import { expect, test } from 'vitest'
import { workbookType } from './call.ts'
import { agrees, endingOf, isNamedWrongly, isRun } from './file-endings.ts'

test.each([
  ['Liste.XLSX', 'xlsx'],
  ['C:\\papers\\invoice.pdf.exe', 'exe'],
  ['run.bat. .', 'bat'],
  ['run.b\u200bat', 'bat'],
  ['photo\u202egpj.exe', 'exe'],
  ['README', ''],
  ['.profile', 'profile'],
])('the ending of %j is %j, as a computer saves it', (name, ending) => {
  expect(endingOf(name)).toBe(ending)
})

test('[ORD-006] ending and content agree', () => {
  expect(agrees('order.pdf', 'application/pdf')).toBe(true)
  expect(agrees('photo.JPEG', 'image/jpeg')).toBe(true)
  expect(agrees('order.pdf', 'text/plain')).toBe(false)
  expect(agrees('order', 'application/pdf')).toBe(false)
  expect(agrees('order.xlsx', workbookType)).toBe(true)
})

test('[ORD-006] what is run is refused by its name, whatever an upload takes', () => {
  const table = { types: 'table' } as const
  for (const ending of ['exe', 'bat', 'cmd', 'ps1', 'js', 'vbs', 'html', 'svg', 'lnk', 'jar', 'sh', 'scr'])
    expect(isNamedWrongly(`list.${ending}`, table), ending).toBe(true)
  expect(isNamedWrongly('list.anything', table)).toBe(false)
  expect(isNamedWrongly('list.anything', { types: ['application/pdf'], keepsName: true })).toBe(true)
  expect(isRun('list.csv')).toBe(false)
})
