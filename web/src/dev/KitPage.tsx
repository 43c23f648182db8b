import { Button, Group, Stack, Tabs } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { Badge, StateBadge } from '../kit/values/StateBadge.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { alert, ask, confirm, inform, showRefused, warn } from '../kit/feedback/dialogs.ts'
import { notice, toast, toastWithUndo } from '../kit/feedback/toasts.tsx'
import { DateField } from '../kit/form/DateField.tsx'
import { CheckField, NumberField, SelectField, SwitchField, TextAreaField } from '../kit/form/fields.tsx'
import { PasswordField, TextField } from '../kit/form/TextField.tsx'
import { FileDrop } from '../kit/form/FileDrop.tsx'
import { Form, useKitForm } from '../kit/form/Form.tsx'
import { QuotaMeter, Ratio } from '../kit/values/Meter.tsx'
import { PageFrame, Section } from '../kit/page/PageFrame.tsx'
import { CallRefused } from '../kit/call/refused.ts'
import { ResultTable } from '../kit/bulk/ResultTable.tsx'
import { stateLooks } from '../kit/values/states.ts'
import { SampleGrid } from './SampleGrid.tsx'

// oxlint-disable react/no-unstable-nested-components -- a page for developers, left out of the build

const Sample = z.object({
  name: z.string().min(1),
  quantity: z.number().min(12).max(600),
  kind: z.string().min(1),
  day: z.iso.date(),
  memo: z.string().max(500),
  secret: z.string().min(12),
  agreed: z.boolean(),
  quick: z.boolean(),
})

/** Every part of the kit, to look at. */
export default function KitPage() {
  const [tab, setTab] = useState<string | null>(
    new URLSearchParams(window.location.search).get('tab') ?? 'grid',
  )
  return (
    <div style={{ height: '100dvh' }}>
      <PageFrame
        title="Kit"
        beside={
          <Tabs value={tab} onChange={setTab}>
            <Tabs.List>
              <Tabs.Tab value="grid">grid</Tabs.Tab>
              <Tabs.Tab value="parts">parts</Tabs.Tab>
            </Tabs.List>
          </Tabs>
        }
        layout={tab === 'grid' ? 'fill' : 'scroll'}
      >
        {tab === 'grid' ? <SampleGrid /> : <Parts />}
      </PageFrame>
    </div>
  )
}

const refused = new CallRefused(422, {
  Message: 'Quota of 5,000 exceeded: used 4,820, asked 300.',
  ErrorCode: 'QuotaExceeded',
  Reference: '7F3K-92QD',
  Timestamp: '2026-11-20T07:42:17.000Z',
})

function Parts() {
  const form = useKitForm<z.infer<typeof Sample>>({
    schema: Sample,
    start: { name: '', kind: '', memo: '', secret: '', agreed: false, quick: false },
    onSubmit: () => Promise.resolve(toast('success', 'sent')),
  })
  return (
    <div style={{ maxWidth: 900 }}>
      <Section title="States">
        {Object.entries(stateLooks).map(([group, looks]) => (
          <Group key={group} mb={8}>
            <span className="k-quiet" style={{ width: 90 }}>
              {group}
            </span>
            {Object.keys(looks).map((value) => (
              <StateBadge key={value} group={group} value={value} />
            ))}
          </Group>
        ))}
        <Group>
          <Badge tone="red">1 over limit</Badge>
        </Group>
      </Section>
      <Section title="Meters">
        <Stack w={260}>
          <Ratio value={0} />
          <Ratio value={35} />
          <QuotaMeter limit={5000} used={3000} now={300} />
          <QuotaMeter limit={5000} used={4400} now={300} />
          <QuotaMeter limit={5000} used={4820} now={300} />
          <QuotaMeter limit={null} used={0} />
        </Stack>
      </Section>
      <Section title="Dialogs and toasts">
        <Group>
          <Button variant="default" onClick={() => showRefused(refused, 'The order was not approved')}>
            Error
          </Button>
          <Button
            variant="default"
            onClick={() =>
              void confirm({
                title: 'Reject 23 orders?',
                text: '412 lines, 18,240 units. This cannot be undone.',
                action: 'Reject 23 orders',
                keep: 'Keep them',
                danger: true,
              })
            }
          >
            Confirm
          </Button>
          <Button
            variant="default"
            onClick={() => void inform({ title: 'Information', text: 'A sentence.' })}
          >
            Info
          </Button>
          <Button variant="default" onClick={() => void warn({ title: 'Warning', text: 'A sentence.' })}>
            Warning
          </Button>
          <Button variant="default" onClick={() => void alert({ title: 'Alert', text: 'A sentence.' })}>
            Alert
          </Button>
          <Button
            variant="default"
            onClick={() =>
              void ask({
                title: 'Leave?',
                text: '3 quantities',
                buttons: [
                  { key: 'leave', label: 'Leave', tone: 'default' },
                  { key: 'save', label: 'Save and leave', tone: 'primary' },
                ],
              })
            }
          >
            Custom
          </Button>
          <Button
            variant="default"
            onClick={() => {
              toastWithUndo('23 orders approved', () => undefined)
              toast('warning', { title: 'Rounded to full packs', text: 'Cell blue L: 40 became 48.' })
              toast('info', 'Copied')
              notice('error', {
                title: '3 of 23 orders were not approved',
                text: '2 over limit, 1 changed meanwhile.',
                action: { label: 'See the 3', run: () => undefined },
              })
              notice('work', {
                title: 'Exporting 12,431 orders',
                count: '7,900',
                progress: 62,
                action: { label: 'Cancel', run: () => undefined },
              })
            }}
          >
            Toasts
          </Button>
        </Group>
      </Section>
      <Section title="Form">
        <Form form={form} label="Sample">
          <Stack gap={8} maw={420}>
            <TextField name="name" label="Name" hint="As on the invoice" />
            <NumberField name="quantity" label="Quantity" hint="Pack of 12, from 12 to 600" />
            <SelectField name="kind" label="Reason" data={['Out of stock', 'Other']} />
            <DateField name="day" label="Delivery" />
            <PasswordField name="secret" label="Password" />
            <TextAreaField name="memo" label="Memo" optional />
            <CheckField name="agreed" label="Agreed" />
            <SwitchField name="quick" label="Quick" />
            <Button type="submit">Send</Button>
          </Stack>
        </Form>
      </Section>
      <Section title="Files">
        <FileDrop
          label="Upload a workbook"
          limits={{ maxFiles: 1, maxBytes: 1024 * 1024, types: ['image/png'] }}
          onFiles={() => undefined}
        />
      </Section>
      <Section title="Results">
        <ResultTable
          answer={{
            done: 2,
            refused: 1,
            results: [
              { id: 'a', code: 'SO-26-1', ok: true, count: 3, refusal: null, message: null },
              { id: 'b', code: 'SO-26-2', ok: true, count: 1, refusal: null, message: null },
              {
                id: 'c',
                code: 'SO-26-3',
                ok: false,
                count: 0,
                refusal: 'OwnOrder',
                message: 'You cannot approve your own order.',
              },
            ],
          }}
        />
      </Section>
      <Section title="Empty">
        <EmptyState icon={IconClipboardList} tone="blue" title="No orders yet" text="Orders appear here.">
          <Button>New order</Button>
        </EmptyState>
      </Section>
    </div>
  )
}
