import { expect, test } from 'vitest'
import { boundaries } from './boundaries.mjs'
import { tree } from './tree.ts'

test.each([
  [
    'an area reaches into another',
    'server/src/order/a.ts',
    `import { b } from '../access/b.ts'`,
    'order reaches into access',
  ],
  [
    'over several lines',
    'web/src/order/A.tsx',
    `import {\n  b,\n} from '../access/b.ts'`,
    'web/src/order/A.tsx:3  order reaches',
  ],
  ['lazily', 'web/src/order/A.tsx', `const b = import('../access/b.ts')`, 'order reaches into access'],
  [
    'for a type',
    'contract/src/order/a.ts',
    `import type { B } from '../access/authentication.ts'`,
    'order reaches into access',
  ],
  [
    'a write at the commit beside placing',
    'server/src/order/a.ts',
    `import { pipeline, writeAtCommit } from '../kit/database/db.ts'`,
    'only placing an order may',
  ],
  [
    'company asks ordering',
    'server/src/company/a.ts',
    `import { b } from '../order/order.api.ts'`,
    'company must not know order',
  ],
  [
    'areas beside each other ask each other',
    'server/src/porta/a.ts',
    `import { b } from '../order/order.api.ts'`,
    'porta must not know order',
  ],
  [
    'the door speaks of orders',
    'server/src/access/a.ts',
    `import type { B } from '@kervan/contract/order/words'`,
    'access must not know order',
  ],
  ['the kit knows an area', 'server/src/kit/a.ts', `import '../order/b.ts'`, 'the kit knows no area'],
  [
    'an area knows the top',
    'server/src/order/a.ts',
    `import { app } from '../main.ts'`,
    'does not know what puts it together',
  ],
  ['the contract has a dependency', 'contract/src/order/a.ts', `import pg from 'pg'`, 'imports only zod'],
  [
    'the server knows the web',
    'server/src/order/a.ts',
    `import { b } from '../../../web/src/kit/b.ts'`,
    'leaves server',
  ],
  [
    'past the name of the contract',
    'web/src/order/a.ts',
    `import { b } from '../../../contract/src/order/b.ts'`,
    'leaves web',
  ],
  [
    'the web knows the server',
    'web/src/order/a.ts',
    `import { b } from '@kervan/server/b'`,
    'web does not know',
  ],
  [
    'a screen takes a deep part of Mantine',
    'web/src/order/A.tsx',
    `import { modals } from '@mantine/modals'`,
    'only web/src/kit imports @mantine/modals',
  ],
  [
    'the product knows what an area gives the demo',
    'server/src/order/a.ts',
    `import { b } from './demo/b.ts'`,
    'the product does not know the demo',
  ],
  [
    'the product knows the demo',
    'server/src/order/a.ts',
    `import { Random } from '../demo/random.ts'`,
    'the product does not know the demo',
  ],
  [
    'one area’s part of the demo knows another’s',
    'server/src/order/demo/a.ts',
    `import { b } from '../../company/demo/steps.ts'`,
    'order reaches into company',
  ],
  [
    'an area’s part of the demo knows what puts the parts together',
    'server/src/order/demo/a.ts',
    `import { loadDemoData } from '../../demo/load.ts'`,
    'order reaches into demo',
  ],
  [
    'a part of the demo is put together elsewhere',
    'server/src/demo/accounts.ts',
    `import { b } from '../order/demo/steps.ts'`,
    'demo reaches into order',
  ],
  [
    'the demo is put together from more than the parts',
    'server/src/demo/load.ts',
    `import { b } from '../order/demo/orders.ts'`,
    'demo reaches into order',
  ],
  [
    'the product knows what is for tests',
    'server/src/order/a.ts',
    `import { b } from './world.testing.ts'`,
    'server/src/order/world.testing.ts is for tests',
  ],
  [
    'what puts areas together knows what is for tests',
    'server/src/main.ts',
    `import { b } from './order/world.testing.ts'`,
    'is for tests',
  ],
  [
    'the product knows the helpers of tests',
    'server/src/order/a.ts',
    `import { b } from '../../test/office.ts'`,
    'leaves server/src for server/test/office.ts',
  ],
  [
    'a barrel',
    'server/src/order/index.ts',
    `export { a } from './a.ts'\nexport type { B } from './b.ts'`,
    'passes on what others export',
  ],
  [
    'a star',
    'server/src/order/a.ts',
    `export * from './b.ts'\nexport const a = 1`,
    'passes on what others export',
  ],
])('%s', (_, path, text, found) => {
  expect(boundaries(tree({ [path]: text }))).toEqual([expect.stringContaining(found)])
})

test('what is allowed', () => {
  const root = tree({
    'contract/src/order/calls.ts': `import { z } from 'zod'\nimport { call } from '../kit/call.ts'`,
    'contract/src/registry.ts': `import * as order from './order/calls.ts'`,
    'server/src/order/a.ts': `import pg from 'pg'\nimport { b } from '../access/access.api.ts'\nimport { c } from '@kervan/contract/access/words'\nimport { d } from './d.ts'`,
    'server/src/order/supply.ts': `import { suppliersOf } from '../company/company.api.ts'`,
    'server/src/home/a.ts': `import { orderMonths } from '../order/order.api.ts'`,
    'server/src/order/a.test.ts': `import { createDatabase } from '../../test/cluster.ts'`,
    'server/src/order/world.testing.ts': `import { office } from '../../test/office.ts'`,
    'server/src/order/b.test.ts': `import { b } from './world.testing.ts'\nimport { c } from './demo/c.ts'`,
    'server/src/order/demo/orders.ts': `import { Random } from '../../demo/random.ts'\nimport { decide } from '../decide.ts'\nimport { d } from '../../access/access.api.ts'`,
    'server/src/demo/load.ts': `import { insertGoods } from '../company/demo/goods.ts'`,
    'server/src/demo/load.test.ts': `import { shapes } from '../company/demo/products.ts'`,
    'server/src/main.ts': `import { loadDemoData } from './demo/load.ts'\nimport { startDemoMedula } from './order/demo/medula.ts'`,
    'contract/src/kit/work.ts': `import { orderWork } from '../order/work.ts'`,
    'server/src/kit/b.ts': `export { a } from './a.ts'\nexport const b = 1\n// export * from './c.ts'`,
    'web/src/shell/routes.tsx': `import { orderRoutes } from '../order/routes.tsx'\nimport { Button } from '@mantine/core'`,
    'web/src/kit/dialogs.tsx': `import { modals } from '@mantine/modals'`,
  })
  expect(boundaries(root)).toEqual([])
})

const database = {
  'server/src/kit/database/db.gen.ts': 'export interface DB {\n  sales_order: SalesOrder\n  role: Role\n}\n',
}
const writes = { 'server/src/order/b.ts': 'sql`update sales_order set x = 1`' }

test.each([
  ['the kit', 'server/src/kit/a.ts', 'sql`select from sales_order o`', 'kit names sales_order of order'],
  [
    'an area below',
    'server/src/company/a.ts',
    `db.selectFrom('sales_order')`,
    'company names sales_order of order',
  ],
])('%s does not name a table of an area in SQL', (_, path, text, found) => {
  expect(boundaries(tree({ ...database, ...writes, [path]: text }))).toEqual([expect.stringContaining(found)])
})

test('an area above names tables of those below and of the kit', () => {
  const text = 'sql`select from sales_order o join role r on true`'
  expect(boundaries(tree({ ...database, ...writes, 'server/src/administration/a.ts': text }))).toEqual([])
})

test('folders of an area ask each other one way, over however many', () => {
  const ask = (folder: string) => `import { x } from '../${folder}/x.ts'`
  const root = tree({
    'server/src/order/edi/x.ts': ask('new'),
    'server/src/order/new/x.ts': ask('quota'),
    'server/src/order/quota/x.ts': ask('edi'),
    'server/src/order/my/x.ts': ask('new'),
  })
  expect(boundaries(root)).toEqual(
    ['edi', 'new', 'quota'].map((folder) =>
      expect.stringContaining(`order/${folder}/x.ts:1  server/src/order/${folder} and`),
    ),
  )
})
