import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import { groupNames, namedIn } from './names-of-groups.ts'
import type { DemoCompany, Trade } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'

// The hierarchy of products of each trade: divisions over the categories that its products name.

const divisions: Record<Trade, Readonly<Record<string, readonly string[]>>> = {
  pharma: {
    'Heart and metabolism': ['Cardiology', 'Lipid metabolism', 'Diabetes', 'Bone health'],
    'Infections and skin': ['Anti-infectives', 'Antifungals', 'Dermatology'],
    'Nerves and pain': ['Neurology', 'Psychiatry', 'Pain relief', 'Controlled drugs'],
    'Primary care': ['Gastroenterology', 'Respiratory'],
    'Specialist care': ['Oncology', 'Biologics'],
  },
  fashion: {
    'Upper body': ['Shirts', 'Tops', 'Knitwear', 'Jackets'],
    'Lower body': ['Trousers', 'Denim', 'Skirts', 'Dresses'],
    'Shoes and accessories': ['Shoes', 'Bags', 'Accessories'],
  },
  fuel: {
    'Engine oils': ['Passenger car engine oils', 'Heavy duty engine oils'],
    'Industrial lubricants': ['Industrial oils', 'Hydraulic oils', 'Transmission oils', 'Greases'],
    'Fluids and gas': ['Coolants and fluids', 'Urea solution', 'LPG cylinders'],
    Equipment: ['Station equipment'],
  },
}

const levelNames: Record<Trade, readonly (readonly [english: string, turkish: string, german: string])[]> = {
  pharma: [
    ['Therapy area', 'Tedavi alanı', 'Therapiegebiet'],
    ['Indication', 'Endikasyon', 'Indikation'],
    ['Substance group', 'Etkin madde grubu', 'Wirkstoffgruppe'],
  ],
  fashion: [
    ['Division', 'Bölüm', 'Bereich'],
    ['Category', 'Kategori', 'Kategorie'],
    ['Subcategory', 'Alt kategori', 'Unterkategorie'],
  ],
  fuel: [
    ['Division', 'Bölüm', 'Bereich'],
    ['Product line', 'Ürün grubu', 'Produktlinie'],
    ['Series', 'Seri', 'Serie'],
  ],
}

const codeOf = (name: string): string => name.toUpperCase().replace(/[^A-Z]+/g, '-')

/** The nodes of a company, and the node of a category; a category that no division names stands at the top. */
export function productHierarchy(company: DemoCompany, since: number) {
  const random = new Random(company.id + 14_000)
  const groups: Insertable<DB['product_group']>[] = []
  const ids = new Map<string, string>()
  const add = (name: string, parent: string | null, order: number): string => {
    const id = random.id(since)
    groups.push({
      company_id: company.id,
      id,
      code: codeOf(name),
      name,
      ...namedIn('name', groupNames(name)),
      parent_id: parent,
      order_index: order,
    })
    ids.set(name, id)
    return id
  }
  for (const [at, [division, categories]] of Object.entries(divisions[company.trade]).entries()) {
    const parent = add(division, null, at + 1)
    for (const category of categories) add(category, parent, 0)
  }
  return { groups, idOf: (category: string): string => ids.get(category) ?? add(category, null, 99) }
}

/** What the company calls its levels, from the top. */
export function productLevels(company: DemoCompany, since: number): Insertable<DB['product_level']>[] {
  const random = new Random(company.id + 15_000)
  return levelNames[company.trade].map(([name, turkish, german], at) => ({
    company_id: company.id,
    id: random.id(since),
    depth: at + 1,
    name,
    ...namedIn('name', { english: name, turkish, german }),
  }))
}
