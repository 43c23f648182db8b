import 'i18next'
import type access from '@kervan/contract/messages/en/access.json'
import type account from '@kervan/contract/messages/en/account.json'
import type administration from '@kervan/contract/messages/en/administration.json'
import type company from '@kervan/contract/messages/en/company.json'
import type dataManagement from '@kervan/contract/messages/en/data-management.json'
import type dataTransfers from '@kervan/contract/messages/en/data-transfers.json'
import type uiFilters from '@kervan/contract/messages/en/ui-filters.json'
import type data from '@kervan/contract/messages/en/data.json'
import type engineInputs from '@kervan/contract/messages/en/engineInputs.json'
import type fileSets from '@kervan/contract/messages/en/fileSets.json'
import type frame from '@kervan/contract/messages/en/frame.json'
import type home from '@kervan/contract/messages/en/home.json'
import type its from '@kervan/contract/messages/en/its.json'
import type kigo from '@kervan/contract/messages/en/kigo.json'
import type jobs from '@kervan/contract/messages/en/jobs.json'
import type knowledge from '@kervan/contract/messages/en/knowledge.json'
import type lma from '@kervan/contract/messages/en/lma.json'
import type kit from '@kervan/contract/messages/en/kit.json'
import type lists from '@kervan/contract/messages/en/lists.json'
import type masterData from '@kervan/contract/messages/en/master-data.json'
import type notices from '@kervan/contract/messages/en/notices.json'
import type medula from '@kervan/contract/messages/en/medula.json'
import type order from '@kervan/contract/messages/en/order.json'
import type orderTools from '@kervan/contract/messages/en/order-tools.json'
import type orderDocuments from '@kervan/contract/messages/en/orderDocuments.json'
import type orderSettings from '@kervan/contract/messages/en/orderSettings.json'
import type orderTrial from '@kervan/contract/messages/en/orderTrial.json'
import type goodsIssues from '@kervan/contract/messages/en/goodsIssues.json'
import type preApproval from '@kervan/contract/messages/en/preApproval.json'
import type diagnosis from '@kervan/contract/messages/en/diagnosis.json'
import type edi from '@kervan/contract/messages/en/edi.json'
import type replenishment from '@kervan/contract/messages/en/replenishment.json'
import type deputies from '@kervan/contract/messages/en/deputies.json'
import type externalApproval from '@kervan/contract/messages/en/externalApproval.json'
import type quotas from '@kervan/contract/messages/en/quotas.json'
import type registration from '@kervan/contract/messages/en/registration.json'
import type porta from '@kervan/contract/messages/en/porta.json'
import type priceChange from '@kervan/contract/messages/en/priceChange.json'
import type reports from '@kervan/contract/messages/en/reports.json'
import type returns from '@kervan/contract/messages/en/returns.json'
import type security from '@kervan/contract/messages/en/security.json'
import type services from '@kervan/contract/messages/en/services.json'
import type serviceSettings from '@kervan/contract/messages/en/serviceSettings.json'
import type shell from '@kervan/contract/messages/en/shell.json'
import type trace from '@kervan/contract/messages/en/trace.json'
import type workOrders from '@kervan/contract/messages/en/workOrders.json'
import type system from '@kervan/contract/messages/en/system.json'

type Messages = typeof access &
  typeof returns &
  typeof account &
  typeof administration &
  typeof company &
  typeof data &
  typeof dataManagement &
  typeof dataTransfers &
  typeof uiFilters &
  typeof engineInputs &
  typeof fileSets &
  typeof frame &
  typeof home &
  typeof its &
  typeof jobs &
  typeof kigo &
  typeof kit &
  typeof knowledge &
  typeof lma &
  typeof lists &
  typeof masterData &
  typeof notices &
  typeof order &
  typeof orderTools &
  typeof orderDocuments &
  typeof orderSettings &
  typeof orderTrial &
  typeof goodsIssues &
  typeof preApproval &
  typeof priceChange &
  typeof diagnosis &
  typeof edi &
  typeof replenishment &
  typeof deputies &
  typeof externalApproval &
  typeof porta &
  typeof reports &
  typeof quotas &
  typeof medula &
  typeof registration &
  typeof security &
  typeof services &
  typeof serviceSettings &
  typeof shell &
  typeof trace &
  typeof workOrders &
  typeof system

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    returnNull: false
    resources: { translation: Messages }
  }
}
