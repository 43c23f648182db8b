import type { ProductIdea } from './products.ts'

// The names, sizes and prices that `products-fuel.ts` makes products of.

type Container = { text: string; litres: number; shape: ProductIdea['shape']; pack: number; most: number }
export const containers: Record<'bottle' | 'can' | 'pail' | 'drum' | 'ibc', Container> = {
  bottle: { text: '1 L', litres: 1, shape: 'bottle', pack: 12, most: 100 },
  can: { text: '4 L', litres: 4, shape: 'can', pack: 4, most: 120 },
  pail: { text: '20 L', litres: 20, shape: 'can', pack: 1, most: 200 },
  drum: { text: '208 L drum', litres: 208, shape: 'drum', pack: 1, most: 60 },
  ibc: { text: '1,000 L container', litres: 1_000, shape: 'drum', pack: 1, most: 12 },
}
type Kind = keyof typeof containers
export type Line = {
  category: string
  brand: string
  names: readonly string[]
  kinds: readonly Kind[]
  perLitre: readonly [number, number]
  color: string
  note?: string
}

export const lines: readonly Line[] = [
  {
    category: 'Passenger car engine oils',
    brand: 'Boğaç Motor',
    names: [
      '0W-20 full synthetic',
      '0W-30 full synthetic',
      '5W-30 full synthetic C3',
      '5W-30 full synthetic A5',
      '5W-40 full synthetic',
      '10W-40 semi-synthetic',
      '15W-40 mineral',
      '20W-50 mineral',
      '10W-60 sport',
    ].map((name) => `Engine oil ${name}`),
    kinds: ['bottle', 'can', 'drum'],
    perLitre: [120, 420],
    color: '#b7791f',
  },
  {
    category: 'Heavy duty engine oils',
    brand: 'Boğaç Ağır Vasıta',
    names: [
      '5W-30 E6 low SAPS',
      '10W-30 E9',
      '10W-40 E7',
      '10W-40 E6 low SAPS',
      '15W-40 E7',
      '15W-40 E9',
      '20W-50 CF-4',
      'SAE 40 monograde',
      'gas engine SAE 40',
    ].map((name) => `Diesel engine oil ${name}`),
    kinds: ['can', 'pail', 'drum', 'ibc'],
    perLitre: [95, 260],
    color: '#8a2f2f',
  },
  {
    category: 'Transmission oils',
    brand: 'Boğaç Dişli',
    names: [
      'ATF multi-vehicle',
      'ATF type III',
      'CVT fluid',
      'dual clutch fluid',
      '75W-80 GL-4',
      '75W-90 GL-5',
      '80W-90 GL-4',
      '80W-90 GL-5',
      '85W-140 GL-5',
    ].map((name) => `Transmission oil ${name}`),
    kinds: ['bottle', 'pail', 'drum'],
    perLitre: [110, 480],
    color: '#5b4b8a',
  },
  {
    category: 'Hydraulic oils',
    brand: 'Boğaç Hidrolik',
    names: [
      'HLP 32',
      'HLP 46',
      'HLP 68',
      'HVLP 32',
      'HVLP 46',
      'HVLP 68',
      'HEES 46 biodegradable',
      'zinc-free 46',
    ].map((name) => `Hydraulic oil ${name}`),
    kinds: ['pail', 'drum', 'ibc'],
    perLitre: [70, 180],
    color: '#2f6f9f',
  },
  {
    category: 'Industrial oils',
    brand: 'Boğaç Sanayi',
    names: [
      'Industrial gear oil CLP 150',
      'Industrial gear oil CLP 220',
      'Industrial gear oil CLP 320',
      'Compressor oil VDL 46',
      'Compressor oil VDL 100',
      'Turbine oil 32',
      'Turbine oil 46',
      'Heat transfer oil 32',
      'Slideway oil 68',
      'Slideway oil 220',
      'Transformer oil',
      'Soluble cutting oil',
      'Neat cutting oil 22',
      'Chainsaw oil 150',
      'Mould release oil',
    ],
    kinds: ['pail', 'drum', 'ibc'],
    perLitre: [75, 240],
    color: '#35707a',
  },
  {
    category: 'Coolants and fluids',
    brand: 'Boğaç Bakım',
    names: [
      'Antifreeze concentrate G11',
      'Antifreeze concentrate G12',
      'Antifreeze ready −37 °C',
      'Screen wash winter',
      'Screen wash summer',
      'Brake fluid DOT 4',
      'Brake fluid DOT 5.1',
      'Power steering fluid',
      'Distilled water',
    ],
    kinds: ['bottle', 'can', 'drum'],
    perLitre: [18, 160],
    color: '#3f7d3a',
  },
  {
    category: 'Urea solution',
    brand: 'Boğaç Mavi',
    names: ['Diesel exhaust fluid AUS 32', 'Marine urea solution AUS 40'],
    kinds: ['can', 'pail', 'drum', 'ibc'],
    perLitre: [16, 30],
    color: '#1f6fb2',
    note: 'Keep between −10 and 30 °C.',
  },
]

export const greases = [
  'Lithium grease EP 2',
  'Lithium grease EP 0',
  'Lithium complex grease EP 2',
  'Calcium sulfonate grease EP 2',
  'Molybdenum grease EP 2',
  'Food grade grease 2',
  'High temperature grease 3',
  'Central lubrication grease 00',
  'Chassis grease 2',
  'Copper paste',
] as const
export const greaseSizes = [
  { text: '400 g cartridge', kilos: 0.4, pack: 24, shape: 'tube' as const },
  { text: '16 kg pail', kilos: 16, pack: 1, shape: 'can' as const },
  { text: '180 kg drum', kilos: 180, pack: 1, shape: 'drum' as const },
]

export const cylinders = [
  ['LPG cylinder 2 kg camping', 2, 12],
  ['LPG cylinder 12 kg household', 12, 6],
  ['LPG cylinder 12 kg forklift', 12, 6],
  ['LPG cylinder 24 kg', 24, 4],
  ['LPG cylinder 45 kg industrial', 45, 2],
  ['Propane cylinder 12 kg', 12, 6],
  ['Propane cylinder 45 kg', 45, 2],
  ['LPG cylinder 12 kg composite', 12, 6],
] as const
export const equipment = [
  'Automatic nozzle diesel',
  'Automatic nozzle petrol',
  'High-flow nozzle lorry',
  'Urea nozzle stainless',
  'Breakaway coupling',
  'Swivel joint',
  'Dispenser hose 4 m',
  'Dispenser hose 5 m',
  'Vapour recovery hose',
  'Cylinder regulator 37 mbar',
  'Cylinder regulator 50 mbar',
  'Cylinder hose 125 cm',
  'Drum pump manual',
  'Drum pump electric',
  'Grease gun',
  'Filter 10 micron',
  'Filter 30 micron',
  'Spill kit 50 L',
  'Absorbent granules 10 kg',
  'Delivery nozzle holster',
] as const
export const nozzleColors = [
  { name: 'Black', hex: '#1b1b1f', code: 'BLK' },
  { name: 'Green', hex: '#3f7d3a', code: 'GRN' },
  { name: 'Blue', hex: '#1f6fb2', code: 'BLU' },
  { name: 'Red', hex: '#8a2f2f', code: 'RED' },
]
