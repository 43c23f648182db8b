import { expect, it } from 'vitest'
import { madeUpPicture } from '../demo/ground-truth.ts'
import { readPicture } from './read-picture.ts'

it('[DSC-006] a picture is read beside the process, its codes first, which help with its text', async () => {
  const { shot, bytes } = await madeUpPicture(1, { style: 'web', hasCode: true })
  const { codes, text } = await readPicture(bytes, { thisYear: 2026 })
  expect(codes.map(({ symbology }) => symbology)).toEqual([']d2'])
  expect(text.fields.serialNumber).toMatchObject({ value: shot.pack.serialNumber, trust: 'auto' })
  expect(text.fields.declarationId).toMatchObject({ value: shot.declarationId, trust: 'auto' })
})
