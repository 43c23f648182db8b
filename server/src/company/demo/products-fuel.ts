import { fuelNames } from './names-by-phrases.ts'
import {
  containers,
  cylinders,
  equipment,
  greases,
  greaseSizes,
  lines,
  nozzleColors,
  type Line,
} from './goods-fuel.ts'
import type { ProductIdea } from './products.ts'
import type { Random } from '../../demo/random.ts'

// What a fuel distributor sells by order beside the fuel itself: lubricants from the bottle to the container, urea
// solution for exhausts, LPG cylinders, station equipment. Cylinders are dangerous goods and travel apart; containers
// of a thousand litres come by tank vehicle.

type Draft = Omit<ProductIdea, 'code' | 'names' | 'leadTimeDays'>

export function fuelProducts(random: Random): ProductIdea[] {
  const drafts = [
    ...lines.flatMap((line) => line.names.flatMap((name) => lubricants(random, line, name))),
    ...greases.flatMap((name) => greaseSizes.map((size) => grease(random, name, size))),
    ...cylinders.flatMap(([name, kilos, pack]) => [
      cylinder(`${name}, filled`, kilos * random.between(58, 74) + 900, pack),
      cylinder(`${name}, exchange`, kilos * random.between(58, 74), pack),
    ]),
    ...equipment.flatMap((name) => [
      device(random, `${name}, standard`),
      device(random, `${name}, heavy duty`),
    ]),
  ]
  return drafts.map((draft, index) =>
    Object.assign(draft, {
      code: `BA${20_001 + index}`,
      names: fuelNames(draft.name),
      leadTimeDays: random.int(1, 4),
    }),
  )
}

function grease(
  random: Random,
  name: string,
  { text, kilos, pack, shape }: (typeof greaseSizes)[number],
): Draft {
  return {
    name: `${name}, ${text}`,
    description: null,
    category: 'Greases',
    brand: 'Boğaç Gres',
    flowType: 'Packaged',
    shape,
    color: '#7a4b2a',
    packUnit: pack,
    maximumPacks: 60,
    price: kilos * random.between(110, 320),
  }
}

function cylinder(name: string, price: number, pack: number): Draft {
  return {
    name,
    description: 'Dangerous goods class 2; ship with ADR papers.',
    category: 'LPG cylinders',
    brand: 'Boğaç Gaz',
    flowType: 'Cylinder',
    shape: 'cylinder',
    color: '#8a2f2f',
    packUnit: pack,
    maximumPacks: 80,
    price,
  }
}

function device(random: Random, name: string): Draft {
  const nozzle = /nozzle/i.test(name)
  return {
    name,
    description: null,
    category: 'Station equipment',
    brand: 'Boğaç Ekipman',
    flowType: 'Packaged',
    shape: nozzle ? 'nozzle' : 'box',
    color: '#3f444b',
    packUnit: 1,
    maximumPacks: 50,
    price: random.between(240, 9_500),
    ...(nozzle && { colors: nozzleColors }),
  }
}

function lubricants(random: Random, line: Line, name: string): Draft[] {
  const perLitre = random.between(...line.perLitre)
  return line.kinds.map((kind): Draft => {
    const container = containers[kind]
    // The larger the container, the cheaper the litre.
    const price = perLitre * container.litres * (1 - Math.log10(container.litres + 1) * 0.06)
    return {
      name: `${name}, ${container.text}`,
      description: line.note ?? null,
      category: line.category,
      brand: line.brand,
      flowType: kind === 'ibc' ? 'Bulk' : 'Packaged',
      shape: container.shape,
      color: line.color,
      packUnit: container.pack,
      maximumPacks: container.most,
      price,
    }
  })
}
