import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import type { OtherNames } from './products.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'
import type { DemoVariant } from '../../demo/world.ts'

// What the nodes of the hierarchies and the colours are called in Turkish and German.

type Words = Readonly<Record<string, readonly [turkish: string, german: string]>>

const groups: Words = {
  'Heart and metabolism': ['Kalp ve metabolizma', 'Herz und Stoffwechsel'],
  Cardiology: ['Kardiyoloji', 'Kardiologie'],
  'Lipid metabolism': ['Lipid metabolizması', 'Lipidstoffwechsel'],
  Diabetes: ['Diyabet', 'Diabetes'],
  'Bone health': ['Kemik sağlığı', 'Knochengesundheit'],
  'Infections and skin': ['Enfeksiyon ve deri', 'Infektionen und Haut'],
  'Anti-infectives': ['Antienfektifler', 'Antiinfektiva'],
  Antifungals: ['Antifungaller', 'Antimykotika'],
  Dermatology: ['Dermatoloji', 'Dermatologie'],
  'Nerves and pain': ['Sinir sistemi ve ağrı', 'Nerven und Schmerz'],
  Neurology: ['Nöroloji', 'Neurologie'],
  Psychiatry: ['Psikiyatri', 'Psychiatrie'],
  'Pain relief': ['Ağrı kesiciler', 'Schmerzmittel'],
  'Controlled drugs': ['Kontrole tabi ilaçlar', 'Betäubungsmittel'],
  'Primary care': ['Birinci basamak', 'Allgemeinmedizin'],
  Gastroenterology: ['Gastroenteroloji', 'Gastroenterologie'],
  Respiratory: ['Solunum', 'Atemwege'],
  'Specialist care': ['Uzmanlık tedavileri', 'Facharztmedizin'],
  Oncology: ['Onkoloji', 'Onkologie'],
  Biologics: ['Biyolojik ilaçlar', 'Biologika'],
  'Upper body': ['Üst giyim', 'Oberteile'],
  Shirts: ['Gömlekler', 'Hemden'],
  Tops: ['Üstler', 'Shirts und Blusen'],
  Knitwear: ['Triko', 'Strickwaren'],
  Jackets: ['Dış giyim', 'Jacken und Mäntel'],
  'Lower body': ['Alt giyim', 'Unterteile'],
  Trousers: ['Pantolonlar', 'Hosen'],
  Denim: ['Denim', 'Denim'],
  Skirts: ['Etekler', 'Röcke'],
  Dresses: ['Elbiseler', 'Kleider'],
  'Shoes and accessories': ['Ayakkabı ve aksesuar', 'Schuhe und Accessoires'],
  Shoes: ['Ayakkabılar', 'Schuhe'],
  Bags: ['Çantalar', 'Taschen'],
  Accessories: ['Aksesuarlar', 'Accessoires'],
  'Engine oils': ['Motor yağları', 'Motoröle'],
  'Passenger car engine oils': ['Binek araç motor yağları', 'Pkw-Motoröle'],
  'Heavy duty engine oils': ['Ağır vasıta motor yağları', 'Nfz-Motoröle'],
  'Industrial lubricants': ['Endüstriyel yağlar', 'Industrieschmierstoffe'],
  'Industrial oils': ['Sanayi yağları', 'Industrieöle'],
  'Hydraulic oils': ['Hidrolik yağlar', 'Hydrauliköle'],
  'Transmission oils': ['Şanzıman yağları', 'Getriebeöle'],
  Greases: ['Gresler', 'Schmierfette'],
  'Fluids and gas': ['Sıvılar ve gaz', 'Flüssigkeiten und Gas'],
  'Coolants and fluids': ['Soğutma sıvıları ve bakım', 'Kühlmittel und Betriebsflüssigkeiten'],
  'Urea solution': ['Üre çözeltisi', 'Harnstofflösung'],
  'LPG cylinders': ['LPG tüpleri', 'Flüssiggasflaschen'],
  Equipment: ['Ekipman', 'Ausrüstung'],
  'Station equipment': ['İstasyon ekipmanı', 'Tankstellenausrüstung'],
}

const colors: Words = {
  Black: ['Siyah', 'Schwarz'],
  White: ['Beyaz', 'Weiß'],
  Ecru: ['Ekru', 'Ecru'],
  Navy: ['Lacivert', 'Marineblau'],
  Pomegranate: ['Nar çiçeği', 'Granatapfel'],
  Sage: ['Adaçayı', 'Salbei'],
  Camel: ['Deve tüyü', 'Camel'],
  Anthracite: ['Antrasit', 'Anthrazit'],
  Sky: ['Gök mavisi', 'Himmelblau'],
  Terracotta: ['Kiremit', 'Terrakotta'],
  Lilac: ['Lila', 'Flieder'],
  Olive: ['Zeytin yeşili', 'Oliv'],
  Mustard: ['Hardal', 'Senf'],
  Powder: ['Pudra', 'Puder'],
  Indigo: ['İndigo', 'Indigo'],
  Stone: ['Taş', 'Stein'],
  Green: ['Yeşil', 'Grün'],
  Blue: ['Mavi', 'Blau'],
  Red: ['Kırmızı', 'Rot'],
}

type Names = { english: string } & OtherNames

const namesOf = (words: Words, english: string): Names => {
  const [turkish, german] = words[english] ?? [english, english]
  return { english, turkish, german }
}

/** What a node of the hierarchy is called. */
export const groupNames = (name: string): Names => namesOf(groups, name)

/** Names as the columns that keep them: `name_english`. */
export const namedIn = <C extends 'name' | 'category'>(column: C, names: Names) =>
  Object.fromEntries(
    Object.entries(names).map(([language, name]) => [`${column}_${language}`, name]),
  ) as Record<`${C}_${keyof Names}`, string>

/** The colours that a company's variants carry, named. */
export function colorsOf(
  company: DemoCompany,
  variants: readonly DemoVariant[],
  since: number,
): Insertable<DB['color']>[] {
  const random = new Random(company.id + 16_000)
  const carried = new Set(variants.flatMap(({ row }) => row.color ?? []))
  return [...carried].toSorted().map((code) => ({
    company_id: company.id,
    id: random.id(since),
    code,
    name: code,
    ...namedIn('name', namesOf(colors, code)),
  }))
}
