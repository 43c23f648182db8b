import { partsScreen } from '../../kit/page/PartsScreen.tsx'

/** The mass customization interface: entities that a company defines itself, their data and files (MCI-001). */
export default partsScreen({
  title: 'screen.customerPolicyData.title',
  groups: ['data', 'mapping'],
  parts: [
    {
      key: 'mciOverview',
      permission: 'customerPolicyData-getEntityOverview',
      group: 'data',
      component: () => import('./Overview.tsx'),
    },
    {
      key: 'mciData',
      permission: 'customerPolicyData-getEntityRows',
      group: 'data',
      component: () => import('./EntityData.tsx'),
    },
    {
      key: 'mciFile',
      permission: 'customerPolicyData-getEntityFiles',
      group: 'data',
      component: () => import('./IoLog.tsx'),
    },
    {
      key: 'mciSample',
      permission: 'customerPolicyData-getEntityRows',
      group: 'data',
      component: () => import('./Sample.tsx'),
    },
    {
      key: 'mciEntity',
      permission: 'customerPolicyData-getMciEntities',
      group: 'mapping',
      component: () => import('./entities.ts'),
    },
    {
      key: 'mciField',
      permission: 'customerPolicyData-getMciFields',
      group: 'mapping',
      component: () => import('./fields.ts'),
    },
    {
      key: 'mciMapping',
      permission: 'customerPolicyData-getMciFields',
      group: 'mapping',
      component: () => import('./Mapping.tsx'),
    },
  ],
  groupWord: (group) => `company.group.${group}`,
  partWord: (key) => `kind.${key}.many`,
})
