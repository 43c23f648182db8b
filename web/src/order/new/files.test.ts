import { expect, test } from 'vitest'
import { fileFault } from './files.ts'

const limits = {
  maxFiles: 3,
  maxBytes: 100,
  types: ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  keepsName: true,
}
const file = (name: string, size = 10) => ({ name, size })

test('[ORD-006] too many, too large, of a wrong type or empty is refused before it travels', () => {
  expect(fileFault([file('a.pdf')], 2, limits)).toBeNull()
  expect(fileFault([file('a.pdf'), file('b.pdf')], 2, limits)).toEqual({ is: 'tooMany', limit: 3 })
  expect(fileFault([file('a.pdf', 101)], 0, limits)).toEqual({ is: 'tooLarge', name: 'a.pdf' })
  expect(fileFault([file('a.exe')], 0, limits)).toEqual({ is: 'wrongType', name: 'a.exe' })
  expect(fileFault([file('a.pdf.html')], 0, limits)).toEqual({ is: 'wrongType', name: 'a.pdf.html' })
  expect(fileFault([file('a.pdf', 0)], 0, limits)).toEqual({ is: 'empty', name: 'a.pdf' })
  expect(fileFault([file('list.XLSX')], 0, limits)).toBeNull()
})
