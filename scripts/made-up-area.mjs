// An area that nobody needs: samples. One call, one list, one screen, one job, one schedule, one notice, one setting, the
// looks of one state, and how long its records are kept. `files` are its own, `edits` what it changes elsewhere: behind
// which text something is put in.

export const area = 'sample'

const migration = `import { changeWords, run, tenantTable, type Migrating } from './kit.ts'

export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'sample',
    "id uuid not null, code text not null, state text not null default 'Open', closed_at timestamptz, primary key (company_id, id)",
    'write',
  )
  await changeWords(db, 'sample', 'state', ['Open', 'Closed'])
  await tenantTable(db, 'sample_policy', 'days int not null default 30, primary key (company_id)', 'write')
  await run(db, 'create index on sample (company_id, closed_at)')
}
`

const calls = `import { z } from 'zod'
import { call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'

export const sampleStates = ['Open', 'Closed'] as const

export const samples = pageList('Sample/GetSamples', {
  columns: {
    code: column.code(),
    sampleState: column.choice(sampleStates, { words: 'sampleState' }),
  },
  extra: { id: z.uuid() },
  defaultSort: [{ column: 'code', direction: 'asc' }],
  search: false,
})

export const closeSample = call('Sample/CloseSample', {
  input: z.strictObject({ sampleId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'SampleClosed'],
})
`

const handlers = `import { closeSample, samples } from '@kervan/contract/sample/samples'
import { sql } from 'kysely'
import { handle } from '../kit/http/handle.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { record } from '../kit/records/audit.ts'
import { notify } from '../kit/work/notices.ts'
import { sampleSettings } from './settings.ts'

export const sampleList = serveList(samples, 'samples', ({ actor }) => ({
  from: sql\`sample s\`,
  where: [sql\`s.company_id = \${actor.company.id}\`],
  id: sql\`s.id\`,
  columns: { code: sql\`s.code\`, sampleState: sql\`s.state\` },
}))

export const closeSampleHandler = handle(closeSample, async ({ tx, actor, services, now, input }) => {
  const { days } = await sampleSettings(tx, actor.company)
  const row = await tx
    .selectFrom('sample')
    .select(['code', 'state'])
    .where('company_id', '=', actor.company.id)
    .where('id', '=', input.sampleId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw closeSample.refuse('NotFound')
  if (row.state === 'Closed') throw closeSample.refuse('SampleClosed')
  await tx
    .updateTable('sample')
    .set({ state: 'Closed', closed_at: now })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', input.sampleId)
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'sample.closed',
        recordType: 'sample',
        recordId: input.sampleId,
        recordCode: row.code,
        after: { days },
      },
    ],
  })
  await notify(tx, services.jobs, { id: actor.company.id }, now, 'sample.closed', [
    { membershipId: actor.membershipId, codes: [row.code], facts: { count: 1 } },
  ])
  await services.jobs.start(tx, actor, 'sample.count', { sampleId: input.sampleId }, now)
  return { done: true } as const
})
`

const parts = `import { sql } from 'kysely'
import { part, type Part } from '../kit/parts.ts'
import { ofCompany, rowsOf } from '../kit/records/retention.ts'

export const parts: readonly Part[] = [
  part('job', { kind: 'sample.count', run: async ({ input }) => input.sampleId }),
  part('schedule', {
    name: 'samples',
    expression: '0 4 * * *',
    catchUp: 'latest',
    run: async () => ({ counts: {} }),
  }),
  part('mails', { sampleClosed: 'sample' }),
  part('retention', {
    what: 'samples',
    days: 90,
    remove: rowsOf(
      'sample',
      'company_id, id',
      (scope) => sql\`\${ofCompany(scope)} and r.closed_at < \${scope.before}\`,
    ),
  }),
]
`

const screen = `import { samples } from '@kervan/contract/sample/samples'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'

export default function Samples() {
  const { t } = useTranslation()
  return (
    <PageFrame title={t('sample.title')}>
      <DataGrid
        list={samples}
        label={t('sample.title')}
        columns={{ code: { pinned: true }, sampleState: {} }}
        nouns="sample.count"
      />
    </PageFrame>
  )
}
`

const words = JSON.stringify({
  sample: { title: 'Samples', count_one: '{{amount}} sample', count_other: '{{amount}} samples' },
  screen: { samples: { title: 'Samples', hint: 'Samples of the company' } },
  state: { sampleState: { Open: 'Open', Closed: 'Closed' }, schedule: { samples: 'Samples' } },
  refusal: { SampleClosed: 'The sample is closed.' },
  notice: { text: { 'sample.closed': 'A sample was closed' }, event: { 'sample.closed': 'Sample closed' } },
  mail: { sampleClosed: { subject: 'A sample was closed', body: 'A sample was closed.' } },
})

export const files = {
  'contract/src/sample/samples.ts': calls,
  'contract/src/sample/refusals.ts': `import type { RefusalEntry } from '../kit/refusal-entry.ts'

export const sampleRefusals = {
  SampleClosed: { status: 409, facts: [] },
} as const satisfies Record<string, RefusalEntry>
`,
  'contract/src/sample/operations.ts': `import type { Operations } from '../kit/operation-types.ts'

export const sampleOperations = { 'sample.closed': null } as const satisfies Operations
export const sampleRecordTypes = ['sample'] as const
`,
  'contract/src/sample/notices.ts': `import type { NoticeEvents } from '../kit/notice-event.ts'

export const sampleNotices = {
  'sample.closed': { mail: 'sampleClosed', usual: 'Notice', opens: 'sample' },
} as const satisfies NoticeEvents
`,
  'contract/src/sample/call-groups.ts': `import type { CallGroups } from '../kit/permission-areas.ts'

export const sampleCallGroups = { Sample: 'other' } as const satisfies CallGroups
`,
  'contract/src/sample/work.ts': `import type { AreaWork } from '../kit/area-work.ts'

export const sampleWork = {
  jobs: ['sample.count'],
  schedules: { samples: '01936f00-0000-7000-8000-0000000000ff' },
} as const satisfies AreaWork
`,
  'contract/src/messages/en/sample.json': words,
  'contract/src/messages/de/sample.json': words,
  'contract/src/messages/tr/sample.json': words,
  'server/migrations/9999-samples.ts': migration,
  'server/src/sample/samples.ts': handlers,
  'server/src/sample/parts.ts': parts,
  'server/src/sample/payloads.ts': `import type { QueuesAtOnce } from '../kit/work/queues.ts'

declare module '../kit/work/payloads.ts' {
  interface JobPayloads {
    'sample.count': { sampleId: string }
  }
}

export const queues: QueuesAtOnce = {}
`,
  'server/src/sample/settings.ts': `import { companySettings } from '../kit/records/settings.ts'

export const sampleSettings = companySettings(async (tx, companyId) => {
  const row = await tx
    .selectFrom('sample_policy')
    .select('days')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return { days: row?.days ?? 30 }
})
`,
  'server/src/sample/roles.ts': `import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = { reads: { Samples: ['sample-read*'] }, calls: { orderManager: ['sample-*'] } }
`,
  'web/src/sample/Samples.tsx': screen,
  'web/src/sample/screens.ts': `import { screenParts, type AreaScreens } from '../kit/page/screen.ts'

export const screens: AreaScreens = {
  samples: screenParts({ component: () => import('./Samples.tsx') }),
}
`,
  'web/src/sample/states.ts': `import { finished, pending, type StateLooks } from '../kit/values/looks.ts'

export const looks: StateLooks = { sampleState: { Open: pending, Closed: finished } }
`,
  'web/src/sample/notices.ts': `import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

export const noticeAddresses: NoticeAddresses = { sample: () => ({ to: '/sample', search: {} }) }
`,
}

const kit = 'contract/src/kit'
/** Central files, with what goes before which of their texts. */
export const edits = {
  [`${kit}/refusal-catalogue.ts`]: [
    ['import type { Call }', `import { sampleRefusals } from '../sample/refusals.ts'\n`],
    ['  ...systemRefusals,', '  ...sampleRefusals,\n'],
  ],
  [`${kit}/operations.ts`]: [
    [
      'import type { NotificationType }',
      `import { sampleOperations, sampleRecordTypes } from '../sample/operations.ts'\n`,
    ],
    ['  ...systemOperations,', '  ...sampleOperations,\n'],
    ['  | (typeof systemRecordTypes)', '  | (typeof sampleRecordTypes)[number]\n'],
    ['  ...systemRecordTypes,', '  ...sampleRecordTypes,\n'],
  ],
  [`${kit}/notices.ts`]: [
    ['import { keysOf }', `import { sampleNotices } from '../sample/notices.ts'\n`],
    ['  ...systemNotices,', '  ...sampleNotices,\n'],
  ],
  [`${kit}/permission-areas.ts`]: [
    ['import { systemCallGroups }', `import { sampleCallGroups } from '../sample/call-groups.ts'\n`],
    ['  ...systemCallGroups,', '  ...sampleCallGroups,\n'],
  ],
  [`${kit}/work.ts`]: [
    ['import { systemWork }', `import { sampleWork } from '../sample/work.ts'\n`],
    ['  ...reportWork.jobs,\n] as const', '  ...sampleWork.jobs,\n'],
    ['  ...accountWork.schedules,', '  ...sampleWork.schedules,\n'],
  ],
  'contract/src/access/words.ts': [[`  'HomePage',`, `  'Samples',\n`]],
  'contract/src/shell/screens.ts': [
    [`  screen('/lma',`, `  screen('/sample', 'Samples', 'samples', { ready: true }),\n`],
  ],
  'web/src/kit/i18n/i18next.d.ts': [
    ['import type shell', `import type sample from '@kervan/contract/messages/en/sample.json'\n`],
    ['  typeof lists &', '  typeof sample &\n'],
  ],
  // Written by `npm run database-types`.
  'server/src/kit/database/db.gen.ts': [
    [
      'export interface DB {',
      `export interface Sample {
  closed_at: Date | null;
  code: string;
  company_id: number;
  id: string;
  state: Generated<'Open' | 'Closed'>;
}

export interface SamplePolicy {
  company_id: number;
  days: Generated<number>;
}

`,
    ],
    ['  sales_order: ', '  sample: Sample;\n  sample_policy: SamplePolicy;\n'],
  ],
}
