import { expect, test } from 'vitest'
import { fileFault } from './files.ts'

const limits = {
  maxFiles: 3,
  maxBytes: 100,
  types: ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}
const file = (name: string, size = 10, type = 'application/pdf') => ({ name, size, type })

test('[ORD-006] too many, too large, of a wrong type or empty is refused before it travels', () => {
  expect(fileFault([file('a.pdf')], 2, limits)).toBeNull()
  expect(fileFault([file('a.pdf'), file('b.pdf')], 2, limits)).toEqual({ is: 'tooMany', limit: 3 })
  expect(fileFault([file('a.pdf', 101)], 0, limits)).toEqual({ is: 'tooLarge', name: 'a.pdf' })
  expect(fileFault([file('a.exe', 10, 'application/x-msdownload')], 0, limits)).toEqual({
    is: 'wrongType',
    name: 'a.exe',
  })
  expect(fileFault([file('a.pdf', 0)], 0, limits)).toEqual({ is: 'empty', name: 'a.pdf' })
  expect(fileFault([file('list.XLSX', 10, '')], 0, limits)).toBeNull()
})
