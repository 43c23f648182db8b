import type { ReadyMadeRoleCode } from '../access/access.api.ts'
import type { CompanyRelationType, membershipStates, UserType } from '@kervan/contract/access/words'
import type { serviceProducts } from '@kervan/contract/access/web-resources'
import type { Language } from '@kervan/contract/kit/values'
import type { PriceVisibility, RoundingStrategy } from '@kervan/contract/order/words'

// Who is who in the demo: three companies that do not exist, and the people who work in and with them.

export type Trade = 'pharma' | 'fashion' | 'fuel'

export type DemoPerson = {
  /** The part of the user name before the @, or a whole user name of somebody who works in several companies. */
  user: string
  first: string
  last: string
  userType: UserType
  role: ReadyMadeRoleCode
  language: Language
  /** Which of the company's partners the person belongs to, by number. */
  partner?: number
  /** Tied to the first place of the partner. */
  thirdParty?: true
  /** Has a point of sale and sees this many locations. */
  locations?: number
  state?: (typeof membershipStates)[number]
  /** Of another company, and has not said yet whether they want to be a user here as well. */
  invited?: true
  /** Shown with the accounts to sign in with. */
  listed?: true
}

export type DemoCompany = {
  id: number
  trade: Trade
  code: string
  name: string
  domain: string
  relationType: CompanyRelationType
  orderPrefix: string
  rounding: RoundingStrategy
  priceManagement: 'ListPrice' | 'CustomerPrice'
  priceVisibility: PriceVisibility
  backordersAllowed: boolean
  /** Its part of all demo orders. */
  share: number
  logo: string
  projects: readonly (readonly [code: string, service: (typeof serviceProducts)[number], name: string])[]
  people: readonly DemoPerson[]
}

const listed = true

/** Signs in to two companies with one user name. */
const inspector = {
  user: 'inspector@denge.example',
  first: 'Sevgi',
  last: 'Tanrıöver',
  userType: 'InternalUser',
  role: 'externalInspector',
  language: 'en',
  listed,
} as const satisfies DemoPerson

export const companies: readonly DemoCompany[] = [
  {
    id: 1,
    trade: 'pharma',
    code: 'SELVI',
    name: 'Selvi İlaç',
    domain: 'selvi.example',
    relationType: 'Manufacturer',
    orderPrefix: 'SO',
    rounding: 'Up',
    priceManagement: 'CustomerPrice',
    priceVisibility: 'NoHide',
    backordersAllowed: true,
    share: 12 / 18,
    logo: logo(
      '#1c6b52',
      'Selvi',
      '<path d="M16 3c6 6 7 13 0 22-7-9-6-16 0-22z" fill="#1c6b52"/><path d="M16 12v17" stroke="#fff" stroke-width="2"/>',
    ),
    projects: [
      ['ORDERS', 'OMP', 'Order management'],
      ['DISCOUNTS', 'KIGO', 'Institutional discount'],
      ['PRICE-DROPS', 'FDGO', 'Price change refund'],
      ['TRACE', 'TRACE', 'Track and trace'],
    ],
    people: [
      {
        user: 'admin',
        first: 'Nilgün',
        last: 'Aksoy',
        userType: 'InternalUser',
        role: 'companyAdministrator',
        language: 'en',
        listed,
      },
      {
        user: 'operator',
        first: 'Barış',
        last: 'Ilgaz',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
        listed,
      },
      {
        user: 'manager',
        first: 'Elif',
        last: 'Karaca',
        userType: 'InternalUser',
        role: 'orderManager',
        language: 'en',
        listed,
      },
      {
        user: 'customer',
        first: 'İrem',
        last: 'Kızıldağ',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 0,
        listed,
      },
      {
        user: 'customer2',
        first: 'Jonas',
        last: 'Winkler',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'de',
        partner: 1,
        listed,
      },
      {
        user: 'franchise',
        first: 'Hatice',
        last: 'Çınar',
        userType: 'ThirdPartyUser',
        role: 'thirdPartyFranchiseUser',
        language: 'tr',
        partner: 36,
        thirdParty: true,
        listed,
      },
      {
        user: 'pharmacy',
        first: 'Şule',
        last: 'Gökalp',
        userType: 'ThirdPartyUser',
        role: 'pharmacyApplicant',
        language: 'tr',
        partner: 37,
        thirdParty: true,
        listed,
      },
      {
        user: 'reviewer',
        first: 'Ozan',
        last: 'Yücel',
        userType: 'InternalUser',
        role: 'providerReviewer',
        language: 'en',
        listed,
      },
      inspector,
      {
        user: 'success',
        first: 'Katrin',
        last: 'Vogel',
        userType: 'InternalUser',
        role: 'customerSuccess',
        language: 'de',
        listed,
      },
      {
        user: 'pointofsale',
        first: 'Umut',
        last: 'Işık',
        userType: 'PharmaSalesExecutive',
        role: 'orderOperator',
        language: 'tr',
        locations: 6,
        listed,
      },
      {
        user: 'nolocation',
        first: 'Deniz',
        last: 'Arıcan',
        userType: 'PharmaSalesExecutive',
        role: 'orderOperator',
        language: 'en',
        locations: 0,
      },
      {
        user: 'passive',
        first: 'Levent',
        last: 'Uçar',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
        state: 'Passive',
      },
      {
        user: 'blocked',
        first: 'Pınar',
        last: 'Sezer',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 2,
        state: 'Blocked',
      },
      {
        user: 'api',
        first: 'ERP',
        last: 'Gateway',
        userType: 'APIUser',
        role: 'orderOperator',
        language: 'en',
      },
      {
        user: 'operator2',
        first: 'Gamze',
        last: 'Öztuna',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
      },
      {
        user: 'operator3',
        first: 'Cemil',
        last: 'Bayraktar',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
      },
      {
        user: 'manager2',
        first: 'Tuncay',
        last: 'Erdal',
        userType: 'InternalUser',
        role: 'orderManager',
        language: 'tr',
      },
      {
        user: 'customer3',
        first: 'Ceyda',
        last: 'Topuz',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 2,
      },
      {
        user: 'customer4',
        first: 'Yiğit',
        last: 'Alkan',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'en',
        partner: 3,
      },
      {
        user: 'customer5',
        first: 'Buse',
        last: 'Şimşek',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 4,
      },
    ],
  },
  {
    id: 2,
    trade: 'fashion',
    code: 'NARKETEN',
    name: 'Nar Keten',
    domain: 'narketen.example',
    relationType: 'Retailer',
    orderPrefix: 'NK',
    rounding: 'Nearest',
    priceManagement: 'ListPrice',
    priceVisibility: 'HideForOPOperator',
    backordersAllowed: false,
    share: 4 / 18,
    logo: logo(
      '#9b2242',
      'Nar Keten',
      '<circle cx="16" cy="18" r="10" fill="#9b2242"/><path d="M11 9l2-6 3 4 3-4 2 6z" fill="#9b2242"/><circle cx="13" cy="17" r="1.6" fill="#fff"/><circle cx="18" cy="15" r="1.6" fill="#fff"/><circle cx="17" cy="21" r="1.6" fill="#fff"/>',
    ),
    projects: [
      ['ORDERS', 'OMP', 'Order management'],
      ['TRANSFERS', 'TSF', 'Store transfers'],
      ['PRE-SEASON', 'PSA', 'Pre-season allocation'],
      ['REPLENISH', 'ARE', 'Replenishment'],
      ['INSIGHTS', 'PLAN', 'Planning insights'],
    ],
    people: [
      {
        user: 'admin',
        first: 'Ayça',
        last: 'Demirtaş',
        userType: 'InternalUser',
        role: 'companyAdministrator',
        language: 'en',
        listed,
      },
      {
        user: 'operator',
        first: 'Selin',
        last: 'Irmak',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
        listed,
      },
      {
        user: 'manager',
        first: 'Kerem',
        last: 'Dalgıç',
        userType: 'InternalUser',
        role: 'orderManager',
        language: 'en',
        listed,
      },
      {
        user: 'customer',
        first: 'Melis',
        last: 'Uzunçay',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 1,
        listed,
      },
      {
        user: 'customer2',
        first: 'Anke',
        last: 'Lindner',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'de',
        partner: 2,
        listed,
      },
      {
        user: 'franchise',
        first: 'Burak',
        last: 'Ateşoğlu',
        userType: 'ThirdPartyUser',
        role: 'thirdPartyFranchiseUser',
        language: 'tr',
        partner: 36,
        thirdParty: true,
        listed,
      },
      {
        user: 'inspector',
        first: 'Filiz',
        last: 'Karahan',
        userType: 'InternalUser',
        role: 'externalInspector',
        language: 'en',
        listed,
      },
      {
        user: 'planner',
        first: 'Mert',
        last: 'Soykan',
        userType: 'InternalUser',
        role: 'advisorPlanner',
        language: 'en',
        listed,
      },
      {
        user: 'success',
        first: 'Derya',
        last: 'Ünlü',
        userType: 'InternalUser',
        role: 'customerSuccess',
        language: 'tr',
        listed,
      },
      {
        user: 'pointofsale',
        first: 'Gizem',
        last: 'Taşdelen',
        userType: 'PharmaSalesExecutive',
        role: 'orderOperator',
        language: 'tr',
        locations: 4,
        listed,
      },
      {
        user: 'passive',
        first: 'Onur',
        last: 'Kılıçaslan',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
        state: 'Passive',
      },
      {
        user: 'blocked',
        first: 'Tülay',
        last: 'Baysal',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 4,
        state: 'Blocked',
      },
      {
        user: 'api',
        first: 'Store',
        last: 'Gateway',
        userType: 'APIUser',
        role: 'orderOperator',
        language: 'en',
      },
      {
        user: 'plugin',
        first: 'Shelf',
        last: 'Plugin',
        userType: 'GBREPluginUser',
        role: 'advisorPlanner',
        language: 'en',
      },
      {
        user: 'operator2',
        first: 'Ufuk',
        last: 'Gürbüz',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
      },
      {
        user: 'manager2',
        first: 'Zehra',
        last: 'Kocabaş',
        userType: 'InternalUser',
        role: 'orderManager',
        language: 'tr',
      },
      {
        user: 'customer3',
        first: 'Emre',
        last: 'Sağlam',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 3,
      },
    ],
  },
  {
    id: 3,
    trade: 'fuel',
    code: 'BOGAC',
    name: 'Boğaç Akaryakıt',
    domain: 'bogac.example',
    relationType: 'Distributor',
    orderPrefix: 'BA',
    rounding: 'Down',
    priceManagement: 'CustomerPrice',
    priceVisibility: 'HideForOPManager',
    backordersAllowed: true,
    share: 2 / 18,
    logo: logo(
      '#1d3f72',
      'Boğaç',
      '<path d="M16 3c5 7 9 11 9 16a9 9 0 0 1-18 0c0-5 4-9 9-16z" fill="#1d3f72"/><path d="M11 20a5 5 0 0 0 5 5" fill="none" stroke="#f2a71b" stroke-width="2.4" stroke-linecap="round"/>',
    ),
    projects: [
      ['ORDERS', 'OMP', 'Order management'],
      ['METRICS', 'FundamentalMetrics', 'Fundamental metrics'],
      ['MARKET', 'Custom', 'Price expectation and margins'],
    ],
    people: [
      {
        user: 'admin',
        first: 'Haluk',
        last: 'Denizer',
        userType: 'InternalUser',
        role: 'companyAdministrator',
        language: 'en',
        listed,
      },
      {
        user: 'operator',
        first: 'Sibel',
        last: 'Yaman',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
        listed,
      },
      {
        user: 'manager',
        first: 'Ferhat',
        last: 'Çelebi',
        userType: 'InternalUser',
        role: 'orderManager',
        language: 'en',
        listed,
      },
      {
        user: 'customer',
        first: 'Hakan',
        last: 'Işıldar',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 0,
        listed,
      },
      {
        user: 'customer2',
        first: 'Stefan',
        last: 'Krüger',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'de',
        partner: 1,
        listed,
      },
      {
        user: 'franchise',
        first: 'Nuray',
        last: 'Bozkurt',
        userType: 'ThirdPartyUser',
        role: 'thirdPartyFranchiseUser',
        language: 'tr',
        partner: 36,
        thirdParty: true,
        listed,
      },
      inspector,
      {
        user: 'analyst',
        first: 'Canan',
        last: 'Egemen',
        userType: 'InternalUser',
        role: 'fuelAnalyst',
        language: 'en',
        listed,
      },
      {
        user: 'success',
        first: 'Volkan',
        last: 'Sarıkaya',
        userType: 'InternalUser',
        role: 'customerSuccess',
        language: 'tr',
        listed,
      },
      {
        user: 'pointofsale',
        first: 'Esra',
        last: 'Tunalı',
        userType: 'PharmaSalesExecutive',
        role: 'orderOperator',
        language: 'tr',
        locations: 5,
        listed,
      },
      {
        user: 'passive',
        first: 'Rıza',
        last: 'Gündüz',
        userType: 'InternalUser',
        role: 'orderOperator',
        language: 'tr',
        state: 'Passive',
      },
      {
        user: 'blocked',
        first: 'Meltem',
        last: 'Ocak',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 3,
        state: 'Blocked',
      },
      {
        user: 'api',
        first: 'Depot',
        last: 'Gateway',
        userType: 'APIUser',
        role: 'orderOperator',
        language: 'en',
      },
      {
        user: 'manager2',
        first: 'İlker',
        last: 'Savaş',
        userType: 'InternalUser',
        role: 'orderManager',
        language: 'tr',
      },
      {
        user: 'success@narketen.example',
        first: 'Derya',
        last: 'Ünlü',
        userType: 'InternalUser',
        role: 'customerSuccess',
        language: 'tr',
        invited: true,
      },
      {
        user: 'customer3',
        first: 'Songül',
        last: 'Ertem',
        userType: 'Customer',
        role: 'orderCustomer',
        language: 'tr',
        partner: 2,
      },
    ],
  },
]

export function userNameOf(company: DemoCompany, person: DemoPerson): string {
  return person.user.includes('@') ? person.user : `${person.user}@${company.domain}`
}

function logo(color: string, name: string, mark: string): string {
  const width = 44 + name.length * 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 32" width="${width}" height="32" role="img" aria-label="${name}">${mark}<text x="36" y="22" font-family="Inter, system-ui, sans-serif" font-size="17" font-weight="600" fill="${color}">${name}</text></svg>`
}
