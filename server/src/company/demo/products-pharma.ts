import { drugNames } from './names-by-phrases.ts'
import type { ProductIdea } from './products.ts'
import type { Random } from '../../demo/random.ts'
import { type Form, type Family, families } from './families-pharma.ts'

// Drugs that do not exist: invented word beginnings with the endings that tell what a substance does. Boxes are
// counted, shippers (koli) are ordered; cold chain and controlled drugs travel apart from all others.

const beginnings = [
  'Bruve',
  'Kelmo',
  'Tovri',
  'Zandu',
  'Ferlu',
  'Mirso',
  'Pelta',
  'Quori',
  'Salbe',
  'Dronu',
  'Vexi',
  'Halto',
  'Nirva',
  'Ostre',
  'Jumbe',
  'Larki',
  'Cefru',
  'Wimbo',
  'Gastu',
  'Rilko',
  'Eltho',
  'Bimur',
  'Unda',
  'Fosko',
  'Arqui',
  'Yelda',
]

type FormRule = {
  text: string
  shape: ProductIdea['shape']
  packs: readonly (readonly [size: string, factor: number])[]
  shippers: readonly number[]
}
export const forms: Record<Form, FormRule> = {
  tablet: {
    text: 'film-coated tablet',
    shape: 'blister',
    packs: [
      ['28 tablets', 1],
      ['56 tablets', 1.85],
      ['84 tablets', 2.6],
    ],
    shippers: [10, 20, 40],
  },
  capsule: {
    text: 'capsule',
    shape: 'box',
    packs: [
      ['14 capsules', 1],
      ['28 capsules', 1.9],
      ['56 capsules', 3.6],
    ],
    shippers: [10, 20],
  },
  injection: {
    text: 'solution for injection',
    shape: 'vial',
    packs: [
      ['1 vial', 1],
      ['5 vials', 4.7],
      ['10 vials', 9],
    ],
    shippers: [5, 10],
  },
  syrup: {
    text: 'oral suspension',
    shape: 'bottle',
    packs: [
      ['100 ml', 1],
      ['150 ml', 1.4],
    ],
    shippers: [12, 24],
  },
  cream: {
    text: 'cream',
    shape: 'tube',
    packs: [
      ['15 g', 1],
      ['30 g', 1.7],
    ],
    shippers: [12, 24, 48],
  },
  inhaler: {
    text: 'pressurised inhaler',
    shape: 'can',
    packs: [
      ['60 doses', 1],
      ['120 doses', 1.8],
    ],
    shippers: [6, 12],
  },
  drops: {
    text: 'oral drops',
    shape: 'bottle',
    packs: [
      ['20 ml', 1],
      ['30 ml', 1.4],
    ],
    shippers: [12, 24],
  },
}
const shipperOnce = new Set(['ColdChain', 'Controlled'])
const colors = [
  '#1c6b52',
  '#2f6f9f',
  '#a33b54',
  '#b7791f',
  '#5b4b8a',
  '#3f7d3a',
  '#7a4b2a',
  '#8a2f2f',
  '#35707a',
  '#676c73',
]

export function pharmaProducts(random: Random): ProductIdea[] {
  const names = new Set<string>()
  const ideas: ProductIdea[] = []
  while (ideas.length < 1_000) {
    const family = random.pick(families)
    const form = random.pick(family.forms)
    const name = `${random.pick(beginnings)}${random.pick(family.endings)} ${random.pick(family.strengths)} ${forms[form].text}`
    if (names.has(name)) continue
    names.add(name)
    ideas.push(drug(random, family, form, name, ideas.length))
  }
  return ideas
}

function drug(random: Random, family: Family, form: Form, substance: string, index: number): ProductIdea {
  const rule = forms[form]
  const flowType = family.flowType ?? 'Standard'
  const packs = random
    .sample(rule.packs, random.chance(0.3) ? 1 : random.int(2, 3))
    .toSorted((a, b) => a[1] - b[1])
  const only = packs.length === 1 ? packs[0] : undefined
  const name = only ? `${substance}, ${only[0]}` : substance
  return {
    code: `SE${10_001 + index}`,
    name,
    names: drugNames(name),
    description:
      flowType === 'ColdChain'
        ? 'Keep between 2 and 8 °C; delivered with temperature record.'
        : flowType === 'Controlled'
          ? 'Controlled prescription; delivered against signature.'
          : null,
    category: family.category,
    brand: family.brand,
    flowType,
    shape: rule.shape,
    color: random.pick(colors),
    packUnit: shipperOnce.has(flowType) ? random.pick([1, 5]) : random.pick(rule.shippers),
    maximumPacks: shipperOnce.has(flowType) ? 40 : random.pick([50, 100, 200]),
    leadTimeDays: flowType === 'Standard' ? random.int(1, 3) : random.int(2, 5),
    price: random.between(...family.price),
    ...(!only && {
      sizes: packs.map(([name, factor], at) => ({ name, code: String(at + 1), priceFactor: factor })),
    }),
  }
}
