import { importKinds } from '@kervan/contract/registry'
import { expect, it } from 'vitest'
import { dataGroups, dataParts } from './parts.ts'

it('[DAT-001] what a kind needs stands before it in its group, and what a first order needs stands first', () => {
  const keys = dataGroups.flatMap((group) =>
    dataParts.flatMap((part) => (part.group === group ? part.key : [])),
  )
  expect(keys).toHaveLength(dataParts.length)
  expect(keys[0]).toBe('businessRelation')
  const wrong = importKinds.flatMap(({ key, fields }) =>
    Object.values(fields).flatMap(({ to, optional }) =>
      to !== null && !optional && to !== key && keys.includes(key) && keys.indexOf(to) > keys.indexOf(key)
        ? [`${key} stands before ${to}, which it needs`]
        : [],
    ),
  )
  expect(wrong).toEqual([])
})
