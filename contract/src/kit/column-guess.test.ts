import { describe, expect, it } from 'vitest'
import { distance, guessColumns, guessValue, likeness } from './column-guess.ts'

// Headings as SAP, Logo, Netsis, Mikro, Odoo and people write them, folded.

const fields = [
  { name: 'code', words: ['code', 'kod', 'nummer', 'cari kodu', 'stok kodu', 'kunnr', 'customer no'] },
  { name: 'name', words: ['name', 'ad', 'bezeichnung', 'unvan', 'stok adi', 'musteri adi'] },
  { name: 'customer', words: ['customer', 'musteri', 'kunde'] },
  { name: 'gln', words: ['gln', 'gln no'] },
  { name: 'city', words: ['city', 'il', 'sehir', 'ort'] },
  { name: 'district', words: ['district', 'ilce', 'bezirk'] },
  { name: 'listPrice', words: ['list price', 'liste fiyati', 'listenpreis'] },
  { name: 'packSize', words: ['pack size', 'koli ici', 'packungsgrosse'] },
]

describe('headings of other systems', () => {
  it.each<[string[], (string | null)[]]>([
    [
      ['cari kodu', 'unvan', 'gln no', 'il', 'ilce'],
      ['code', 'name', 'gln', 'city', 'district'],
    ],
    [
      ['stok kodu', 'barkod', 'stok adi', 'koli ici', 'liste fiyati tl'],
      ['code', null, 'name', 'packSize', 'listPrice'],
    ],
    [
      ['kundennr', 'bezeichnug', 'ort'],
      [null, 'name', 'city'],
    ],
    [
      ['customer no', 'customer', 'name'],
      ['code', 'customer', 'name'],
    ],
    [
      ['musteri adi', 'musteri'],
      ['name', 'customer'],
    ],
    [
      ['sira', 'posta kodu', 'vergi no'],
      [null, null, null],
    ],
    // Each field once; the exact word counts before one that is nearly the same.
    [
      ['cari kodu', 'stok kodu'],
      ['code', null],
    ],
    [
      ['code ', 'code'],
      [null, 'code'],
    ],
    [
      ['', '  ', '***'],
      [null, null, null],
    ],
    [[], []],
  ])('%j', (headings, found) => {
    expect(guessColumns(headings, fields)).toEqual(found)
  })
})

it.each([
  ['gln no', 'gln-no', 95],
  ['list price', 'list price', 100],
  ['lst price', 'list price', 80],
  ['il', 'al', 0],
  ['price', 'list price', 57],
  ['price', 'list price in lira', 0],
])('%s is like %s by %i', (one, other, fit) => {
  expect(likeness(one, other)).toBe(fit)
})

it.each([
  ['eczane', 'eczane', 2, 0],
  ['eczane', 'ezcane', 2, 1],
  ['eczane', 'eczan', 2, 1],
  ['eczane', 'depo', 2, 3],
])('from %s to %s within %i it takes %i', (one, other, limit, steps) => {
  expect(distance(one, other, limit)).toBe(steps)
})

describe('words for a choice', () => {
  const known = [
    { word: 'active', value: 'Active' },
    { word: 'aktif', value: 'Active' },
    { word: 'aktiv', value: 'Active' },
    { word: 'passive', value: 'Passive' },
    { word: 'pasif', value: 'Passive' },
    { word: 'pending', value: 'Pending' },
  ]
  it.each([
    ['aktif', 'Active'],
    ['a', 'Active'],
    ['akitf', 'Active'],
    // Passive or pending.
    ['p', null],
    ['pas', 'Passive'],
    ['x', null],
    ['', null],
  ])('%s means %s', (word, value) => {
    expect(guessValue(word, known)).toBe(value)
  })
})
