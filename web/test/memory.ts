import * as authentication from '@kervan/contract/access/authentication'
import * as resources from '@kervan/contract/access/web-resources'
import { uiPermissions } from '@kervan/contract/access/words'
import { screens } from '@kervan/contract/shell/screens'
import * as management from '@kervan/contract/order/order-management'
import { MemoryServer } from './MemoryServer.ts'
import { rememberDictionaries, serveList } from './memoryParts.ts'
import { sampleOrders } from './sampleOrders.ts'

// A server in the page, for looking at screens while the real one is not there: `VITE_MEMORY=1 vite web`.

const server = new MemoryServer()
const everything = [...new Set([...uiPermissions, ...screens.map(({ permission }) => permission)])]
const companies = [
  { companyIntCode: 101, companyName: 'Selvi Medikal A.Ş.', domain: 'selvimedikal' },
  { companyIntCode: 102, companyName: 'Anka Moda Tekstil', domain: 'ankamoda' },
]
const session: authentication.Session = {
  Token: 'memory',
  CompanyIntCode: 101,
  UserCompanyIntCode: 101,
  UserCompanyRelationType: 'Manufacturer',
  CompanyRelationType: 'Manufacturer',
  UserName: 'elif.karaca@selvimedikal.example',
  FirstName: 'Elif',
  LastName: 'Karaca',
  CompanyName: 'Selvi Medikal A.Ş.',
  UserType: 'InternalUser',
  IsProd: false,
  OMPSettings: { PriceManagementType: 'ListPrice', OMPRoundingStrategy: 'Up', OMPQuotaActive: true },
  PasswordChangeText: '',
  PermissionsUI: everything,
  UserAcknowledgement: false,
  UserAcknowledgementInfos: [],
  TimeZone: 'Europe/Istanbul',
}
server.answer(resources.getAppVersion, () => ({ data: { appVersion: '0.1.0' } }))
server.answer(resources.getCompanyDomains, () => ({ domains: companies }))
server.answer(resources.findCompanyDomain, () =>
  server.refuse(404, 'CompanyUnknown', 'No company has this domain.'),
)
server.answer(authentication.login, ({ password }) =>
  password === 'wrong' ? server.refuse(422, 'LoginFailed', 'Email or password is incorrect') : session,
)
server.answer(authentication.logout, () => ({ done: true as const }))
server.answer(authentication.refreshSession, () => session)
rememberDictionaries(server)
const orders = sampleOrders(2_431)
serveList(server, management.pendingOrders, orders)
serveList(server, management.closedOrders, [])
serveList(server, management.externalApprovalOrders, orders, () =>
  server.refuse(403, 'PermissionMissing', 'You may not see this.', { permission: 'ExternalApprovalOrders' }),
)
server.install()
