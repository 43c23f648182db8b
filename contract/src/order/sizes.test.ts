import { expect, test } from 'vitest'
import { bySize } from './sizes.ts'

test('[ORD-002, D2] sizes stand as the trade reads them: the ladder, then numbers, then words', () => {
  const given = [
    'M',
    'XS',
    'One size',
    '46',
    'S',
    'XL',
    'XXL',
    'L',
    '5XL',
    '38',
    '38,5',
    'XXS',
    '3XL',
    '4',
    'Free',
  ]
  expect(given.toSorted(bySize)).toEqual(
    'XXS XS S M L XL XXL 3XL 5XL 4 38 38,5 46 Free'.split(' ').concat('One size'),
  )
})

test('[D25] packs of a drug go by their number', () => {
  expect(['100 tablets', '28 tablets', '5 ampoules'].toSorted(bySize)).toEqual([
    '5 ampoules',
    '28 tablets',
    '100 tablets',
  ])
})
