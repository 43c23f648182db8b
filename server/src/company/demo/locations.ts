import { fold } from '../../kit/lists/fold.ts'
import { glnOf } from '../../demo/check-digits.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { partnersOf, type PartnerName, type Site } from './partners.ts'
import { largeProvinces, provinces, type Province } from '../../demo/provinces.ts'
import type { Random } from '../../demo/random.ts'
import type { DemoPartner, LocationRow, PartnerRow } from '../../demo/world.ts'

type SiteRule = { suffix: string; group: string; types: readonly string[]; count: readonly [number, number] }
const rules: Record<Site, SiteRule> = {
  depot: { suffix: ' Deposu', group: 'Wholesale', types: ['WholesalePointOfSales'], count: [2, 4] },
  pharmacy: {
    suffix: ' Eczanesi',
    group: 'Pharmacies',
    types: ['PrimaryPointOfSales', 'SecondaryPointOfSales'],
    count: [4, 6],
  },
  hospital: { suffix: ' Hastanesi', group: 'Hospitals', types: ['CustomLocation'], count: [2, 4] },
  store: {
    suffix: ' Mağazası',
    group: 'Own stores',
    types: [
      'PrimaryPointOfSales',
      'BoutiquePointOfSales',
      'SecondaryPointOfSales',
      'IncubatingPrimaryPointOfSales',
    ],
    count: [22, 22],
  },
  online: {
    suffix: ' Teslim Noktası',
    group: 'Online',
    types: ['BoutiquePointOfSales', 'OnlineStore'],
    count: [2, 2],
  },
  franchise: {
    suffix: ' Mağazası',
    group: 'Franchise',
    types: ['PrimaryFranchisePointOfSales', 'SecondaryFranchisePointOfSales', 'CustomLocation'],
    count: [2, 4],
  },
  station: {
    suffix: ' İstasyonu',
    group: 'Stations',
    types: ['PrimaryPointOfSales', 'SecondaryPointOfSales'],
    count: [3, 5],
  },
  fleet: { suffix: ' Filo Parkı', group: 'Fleets', types: ['CustomLocation'], count: [2, 3] },
  plant: { suffix: ' Tesisi', group: 'Industry', types: ['CustomLocation'], count: [1, 2] },
  none: { suffix: '', group: '', types: [], count: [0, 0] },
}

const kindOfBusiness =
  / (Ecza Deposu|Ecza Kooperatifi|Sağlık Lojistik|Eczaneleri|Eczanesi|Hastane Tedarik|Hastaneleri|Hastane Grubu|Giyim Mağazaları|Mağazaları|Mağazacılık|Moda Pazarlama|Giyim|Moda|Butikleri|Butik|Pazaryeri|Franchise|Petrol Bayileri|Petrol|İstasyonları|Tesisleri|Lojistik|Nakliyat|Maden|Çimento|Sanayi|Şeker)$/

const ownCentres = [
  ['İstanbul', 'Tuzla', 'PrimaryCompanyDistributionCenter'],
  ['Ankara', 'Sincan', 'SecondaryCompanyDistributionCenter'],
  ['İzmir', 'Torbalı', 'SecondaryCompanyDistributionCenter'],
  ['Adana', 'Sarıçam', 'SecondaryCompanyDistributionCenter'],
  ['Samsun', 'Canik', 'SecondaryCompanyDistributionCenter'],
  ['Diyarbakır', 'Kayapınar', 'SecondaryCompanyDistributionCenter'],
] as const

/** The company's partners and all locations: its own distribution centres, and those of customers and third parties. */
export function makeLocations(
  company: DemoCompany,
  random: Random,
  since: number,
): { partners: DemoPartner[]; locations: LocationRow[] } {
  const taken = new Set<string>()
  const counts = new Map<number, number>()
  let number = 0
  const location = (
    province: Province,
    district: string,
    name: string,
    type: string,
    group: string | null,
    partnerId: string | null,
    safe: boolean,
  ): LocationRow => {
    const serial = (counts.get(province.plate) ?? 0) + 1
    counts.set(province.plate, serial)
    number += 1
    const code = `${String(province.plate).padStart(2, '0')}-${String(serial).padStart(3, '0')}`
    return {
      company_id: company.id,
      id: random.id(since),
      code,
      name,
      name_folded: fold(name),
      type,
      gln: glnOf(company.id, number),
      country: 'TR',
      city: province.name,
      district,
      address: `${random.pick(quarters)} Mah. ${random.pick(streets)} No: ${random.int(1, 148)}`,
      latitude: (province.latitude + random.between(-0.03, 0.03)).toFixed(6),
      longitude: (province.longitude + random.between(-0.03, 0.03)).toFixed(6),
      location_group: group,
      partner_id: partnerId,
      email: `${code}@${company.domain}`,
      phone: `+90 555 ${random.int(100, 999)} ${random.int(10, 99)} ${random.int(10, 99)}`,
      status: safe || random.chance(0.95) ? 'Active' : 'Passive',
      blacklisted: !safe && random.chance(0.02),
    }
  }
  const named = (short: string, suffix: string, home: Province, near: boolean) => {
    for (let tries = 0; ; tries++) {
      const province = near && tries < 6 ? home : provinceAnywhere(random)
      const district = random.pick(province.districts)
      const name = `${short} ${district === 'Merkez' ? province.name : district}${suffix}`
      if (taken.has(name)) continue
      taken.add(name)
      return { province, district, name }
    }
  }

  const centres = ownCentres.map(([city, district, type]) =>
    location(provinceOf(city), district, `${company.name} ${district} DC`, type, 'Distribution', null, true),
  )
  if (company.trade === 'fashion')
    centres.push(
      location(
        provinceOf('İstanbul'),
        'Şişli',
        `${company.name} Season planning`,
        'AdvisorVirtualLocation',
        null,
        null,
        true,
      ),
    )
  const partners = partnersOf[company.trade].map((definition, index): DemoPartner => {
    const row = partnerRow(company, definition, index, random, since)
    const rule = rules[definition.site]
    const home = provinceOf(definition.city)
    const short = definition.name.replace(kindOfBusiness, '')
    // The demo's own users work with the first partners and the third parties: their locations stay open.
    const safe = index < 5 || definition.relation === 'ThirdParty'
    const count = definition.relation === 'ThirdParty' ? 2 : random.int(...rule.count)
    const locations = Array.from({ length: count }, (_, at) => {
      const type = rule.types[at % rule.types.length] ?? 'CustomLocation'
      const suffix = type === 'CustomLocation' && definition.site === 'franchise' ? ' Deposu' : rule.suffix
      const { province, district, name } = named(
        short,
        suffix,
        home,
        at === 0 || (definition.site !== 'store' && random.chance(0.4)),
      )
      return location(province, district, name, type, rule.group, row.id, safe)
    })
    return { row, locations }
  })
  return { partners, locations: [...centres, ...partners.flatMap(({ locations }) => locations)] }
}

function partnerRow(
  company: DemoCompany,
  { name, city, relation }: PartnerName,
  index: number,
  random: Random,
  since: number,
): PartnerRow {
  const customer = relation !== 'Vendor'
  const code = `${relation.slice(0, 1)}-${String(index + 1).padStart(4, '0')}`
  return {
    company_id: company.id,
    id: random.id(since),
    int_code: company.id * 10_000 + index + 1,
    code,
    name,
    name_folded: fold(name),
    relation_type: relation,
    city,
    discount_percent: customer ? random.pick(['0', '2.50', '4', '5', '6.50', '8', '10', '12']) : '0',
    payment_term_days: random.pick([15, 30, 30, 45, 60, 90]),
    lead_time_days: random.int(1, 5),
    minimum_amount: customer && random.chance(0.4) ? random.pick(['1000', '2500', '5000']) : null,
    maximum_amount: customer && random.chance(0.3) ? random.pick(['500000', '1500000', '5000000']) : null,
    ship_to_erp_code: `SH${company.id}${String(index + 1).padStart(5, '0')}`,
    sold_to_erp_code: `SP${company.id}${String(index + 1).padStart(5, '0')}`,
    silo_code: random.chance(0.5) ? `SL-${random.int(1, 9)}` : null,
    related: true,
    blacklisted: relation === 'Customer' && index > 8 && random.chance(0.03),
  }
}

function provinceAnywhere(random: Random): Province {
  return random.chance(0.45) ? provinceOf(random.favour(largeProvinces)) : random.pick(provinces)
}

function provinceOf(name: string): Province {
  const province = provinces.find((one) => one.name === name)
  if (!province) throw new Error(`there is no province ${name}`)
  return province
}

const quarters = [
  'Cumhuriyet',
  'Fatih',
  'Yeni',
  'Bahçelievler',
  'Kurtuluş',
  'Çınarlı',
  'Yıldız',
  'İstiklal',
  'Mimar Sinan',
  'Zafer',
  'Gültepe',
  'Barbaros',
  'Şirinevler',
  'Karşıyaka',
]
const streets = [
  'Atatürk Cad.',
  'İnönü Cad.',
  'Gül Sok.',
  'Çamlık Sok.',
  'Sanayi Cad.',
  'Okul Sok.',
  'İstasyon Cad.',
  'Fevzi Çakmak Cad.',
  'Ihlamur Sok.',
  'Gazi Blv.',
  'Hürriyet Cad.',
  'Değirmen Sok.',
]
