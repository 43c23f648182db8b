import type { OtherNames } from './products.ts'

// Names that are put together from phrases: each phrase of a product's name is said as the trade says it, codes and
// invented names stay. The longest phrase that fits is taken.

type Phrases = Readonly<Record<string, readonly [turkish: string, german: string]>>

const drugs: Phrases = {
  'film-coated tablet': ['film kaplı tablet', 'Filmtablette'],
  capsule: ['kapsül', 'Kapsel'],
  'solution for injection': ['enjeksiyonluk çözelti', 'Injektionslösung'],
  'oral suspension': ['oral süspansiyon', 'Suspension zum Einnehmen'],
  cream: ['krem', 'Creme'],
  'pressurised inhaler': ['basınçlı inhaler', 'Dosieraerosol'],
  'oral drops': ['oral damla', 'Tropfen zum Einnehmen'],
  tablets: ['tablet', 'Tabletten'],
  capsules: ['kapsül', 'Kapseln'],
  vial: ['flakon', 'Durchstechflasche'],
  vials: ['flakon', 'Durchstechflaschen'],
  doses: ['doz', 'Hübe'],
  'IU/ml': ['IU/ml', 'I.E./ml'],
  mcg: ['mcg', 'µg'],
  '0.5 mg': ['0,5 mg', '0,5 mg'],
  '2.5 mg': ['2,5 mg', '2,5 mg'],
  '0.1%': ['%0,1', '0,1 %'],
  '1%': ['%1', '1 %'],
  '2%': ['%2', '2 %'],
}

const fuels: Phrases = {
  'Engine oil': ['Motor yağı', 'Motoröl'],
  'Diesel engine oil': ['Dizel motor yağı', 'Dieselmotoröl'],
  'Transmission oil': ['Şanzıman yağı', 'Getriebeöl'],
  'Hydraulic oil': ['Hidrolik yağı', 'Hydrauliköl'],
  'Industrial gear oil': ['Endüstriyel dişli yağı', 'Industriegetriebeöl'],
  'Compressor oil': ['Kompresör yağı', 'Kompressoröl'],
  'Turbine oil': ['Türbin yağı', 'Turbinenöl'],
  'Heat transfer oil': ['Isı transfer yağı', 'Wärmeträgeröl'],
  'Slideway oil': ['Kızak yağı', 'Bettbahnöl'],
  'Transformer oil': ['Trafo yağı', 'Transformatorenöl'],
  'Soluble cutting oil': ['Suyla karışan kesme yağı', 'Kühlschmierstoff, wassermischbar'],
  'Neat cutting oil': ['Saf kesme yağı', 'Schneidöl'],
  'Chainsaw oil': ['Motorlu testere yağı', 'Sägekettenöl'],
  'Mould release oil': ['Kalıp ayırıcı yağ', 'Schalöl'],
  'full synthetic': ['tam sentetik', 'vollsynthetisch'],
  'semi-synthetic': ['yarı sentetik', 'teilsynthetisch'],
  mineral: ['mineral', 'mineralisch'],
  sport: ['spor', 'Sport'],
  'low SAPS': ['düşük SAPS', 'Low SAPS'],
  monograde: ['tek dereceli', 'Einbereich'],
  'gas engine': ['gaz motoru', 'Gasmotor'],
  'multi-vehicle': ['çok araçlı', 'Multi-Vehicle'],
  'type III': ['tip III', 'Typ III'],
  'CVT fluid': ['CVT', 'CVT'],
  'dual clutch fluid': ['çift kavrama', 'Doppelkupplung'],
  biodegradable: ['biyobozunur', 'biologisch abbaubar'],
  'zinc-free': ['çinkosuz', 'zinkfrei'],
  'Antifreeze concentrate': ['Antifriz konsantre', 'Frostschutzkonzentrat'],
  'Antifreeze ready': ['Antifriz kullanıma hazır', 'Frostschutz gebrauchsfertig'],
  'Screen wash winter': ['Cam suyu kışlık', 'Scheibenreiniger Winter'],
  'Screen wash summer': ['Cam suyu yazlık', 'Scheibenreiniger Sommer'],
  'Brake fluid': ['Fren hidroliği', 'Bremsflüssigkeit'],
  'Power steering fluid': ['Direksiyon hidroliği', 'Servolenkungsöl'],
  'Distilled water': ['Saf su', 'Destilliertes Wasser'],
  'Diesel exhaust fluid': ['Dizel egzoz sıvısı', 'Harnstofflösung'],
  'Marine urea solution': ['Denizcilik üre çözeltisi', 'Marine-Harnstofflösung'],
  'Lithium grease': ['Lityum gres', 'Lithiumfett'],
  'Lithium complex grease': ['Lityum kompleks gres', 'Lithiumkomplexfett'],
  'Calcium sulfonate grease': ['Kalsiyum sülfonat gres', 'Calciumsulfonatfett'],
  'Molybdenum grease': ['Molibdenli gres', 'Molybdänfett'],
  'Food grade grease': ['Gıda uyumlu gres', 'Lebensmittelfett'],
  'High temperature grease': ['Yüksek sıcaklık gresi', 'Hochtemperaturfett'],
  'Central lubrication grease': ['Merkezi yağlama gresi', 'Zentralschmierfett'],
  'Chassis grease': ['Şasi gresi', 'Fahrgestellfett'],
  'Copper paste': ['Bakır pasta', 'Kupferpaste'],
  '400 g cartridge': ['400 g kartuş', '400-g-Kartusche'],
  '16 kg pail': ['16 kg kova', '16-kg-Eimer'],
  '180 kg drum': ['180 kg varil', '180-kg-Fass'],
  '208 L drum': ['208 L varil', '208-L-Fass'],
  '1,000 L container': ['1.000 L konteyner', '1.000-L-Container'],
  'LPG cylinder': ['LPG tüpü', 'Flüssiggasflasche'],
  'Propane cylinder': ['Propan tüpü', 'Propanflasche'],
  camping: ['kamp', 'Camping'],
  household: ['ev tipi', 'Haushalt'],
  forklift: ['forklift', 'Gabelstapler'],
  industrial: ['sanayi', 'Industrie'],
  composite: ['kompozit', 'Komposit'],
  filled: ['dolu', 'gefüllt'],
  exchange: ['değişim', 'Tausch'],
  standard: ['standart', 'Standard'],
  'heavy duty': ['ağır hizmet', 'verstärkt'],
  'Automatic nozzle diesel': ['Otomatik tabanca motorin', 'Automatikzapfventil Diesel'],
  'Automatic nozzle petrol': ['Otomatik tabanca benzin', 'Automatikzapfventil Benzin'],
  'High-flow nozzle lorry': ['Yüksek debili tabanca kamyon', 'Hochleistungszapfventil Lkw'],
  'Urea nozzle stainless': ['Üre tabancası paslanmaz', 'Harnstoffzapfventil Edelstahl'],
  'Breakaway coupling': ['Emniyet kopma kaplini', 'Abreißkupplung'],
  'Swivel joint': ['Döner mafsal', 'Drehgelenk'],
  'Dispenser hose': ['Dispenser hortumu', 'Zapfschlauch'],
  'Vapour recovery hose': ['Buhar geri kazanım hortumu', 'Gasrückführungsschlauch'],
  'Cylinder regulator': ['Tüp regülatörü', 'Flaschenregler'],
  'Cylinder hose': ['Tüp hortumu', 'Flaschenschlauch'],
  'Drum pump manual': ['Varil pompası manuel', 'Fasspumpe, Handbetrieb'],
  'Drum pump electric': ['Varil pompası elektrikli', 'Fasspumpe, elektrisch'],
  'Grease gun': ['Gres tabancası', 'Fettpresse'],
  'Filter 10 micron': ['Filtre 10 mikron', 'Filter 10 µm'],
  'Filter 30 micron': ['Filtre 30 mikron', 'Filter 30 µm'],
  'Spill kit': ['Dökülme seti', 'Leckage-Set'],
  'Absorbent granules': ['Emici granül', 'Bindemittelgranulat'],
  'Delivery nozzle holster': ['Tabanca kılıfı', 'Zapfventilhalter'],
}

const escaped = (text: string) => text.replaceAll(/[.%/+]/g, String.raw`\$&`)

function translator(phrases: Phrases): (name: string) => OtherNames {
  const longestFirst = Object.keys(phrases).toSorted((a, b) => b.length - a.length)
  const any = new RegExp(`(?<![\\w.-])(?:${longestFirst.map(escaped).join('|')})(?![\\w-])`, 'g')
  const say = (name: string, at: 0 | 1) => name.replaceAll(any, (found) => phrases[found]?.[at] ?? found)
  return (name) => ({ turkish: say(name, 0), german: say(name, 1) })
}

/** The Turkish and German name of a drug. */
export const drugNames = translator(drugs)
/** The Turkish and German name of what a fuel distributor sells. */
export const fuelNames = translator(fuels)
