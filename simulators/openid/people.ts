export type Person = { objectId: string; name: string; email: string }

/** The tenant and client of the demo, and whom its company has linked beforehand; the last one nobody has linked. */
export const demoTenant = '7d1c4f0e-58a3-4a6e-9d0b-2f6f1b7a9c01'
export const demoClient = 'b3a9c7d2-1e44-4f0a-8c55-6a2f9e0d7b10'

export const people: readonly Person[] = [
  {
    objectId: '1f0a6d52-0c5e-4d0b-9a61-3a1e5a7f1001',
    name: 'Ayça Demirtaş',
    email: 'admin@narketen.example',
  },
  {
    objectId: '1f0a6d52-0c5e-4d0b-9a61-3a1e5a7f1002',
    name: 'Kerem Dalgıç',
    email: 'manager@narketen.example',
  },
  {
    objectId: '1f0a6d52-0c5e-4d0b-9a61-3a1e5a7f1003',
    name: 'Mert Soykan',
    email: 'planner@narketen.example',
  },
  {
    objectId: '1f0a6d52-0c5e-4d0b-9a61-3a1e5a7f1099',
    name: 'Yabancı Kişi',
    email: 'stranger@narketen.example',
  },
]
