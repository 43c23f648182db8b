import { getPackPassport, type PackPassport as Passport } from '@kervan/contract/trace/passport'
import { Button } from '@mantine/core'
import { IconId, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useRights } from '../../kit/call/rights.ts'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { passportSearch } from '../search.ts'
import { Chapters } from './Chapters.tsx'
import { TimeLine } from './TimeLine.tsx'
import css from './passport.module.css'

/** Everything that the portal knows of one pack, as far as the reader may see each part. */
export default function PackPassport() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(passportSearch)
  const title = t('screen.packPassport.title')
  const permission = getPackPassport.permission ?? ''
  return (
    <PageFrame title={title}>
      {useRights().has(permission) ? (
        <>
          <Ask key={search.code} code={search.code ?? ''} onAsk={(code) => change({ code })} />
          {search.code ? (
            <Found code={search.code} />
          ) : (
            <EmptyState
              title={t('trace.passport.begin')}
              text={t('trace.passport.beginText')}
              icon={IconId}
            />
          )}
        </>
      ) : (
        <NoRight title={title} permission={permission} />
      )}
    </PageFrame>
  )
}

const schema = z.object({ code: z.string().trim().min(1, 'trace.ask.needed').max(1_000) })

function Ask({ code, onAsk }: { code: string; onAsk: (code: string) => void }) {
  const { t } = useWords()
  const form = useKitForm<z.infer<typeof schema>>({
    schema,
    start: { code },
    onSubmit: async (values) => onAsk(values.code),
  })
  return (
    <Form form={form} label={t('screen.packPassport.title')} className={css.ask!}>
      <TextField name="code" label={t('trace.passport.code')} />
      <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
        {t('trace.passport.open')}
      </Button>
    </Form>
  )
}

function Found({ code }: { code: string }) {
  const { t } = useWords()
  const asked = useRead(getPackPassport, { code })
  const refused = asked.isError ? toRefused(asked.error) : null
  if (refused?.is('PackUnknown', 'CodeRefused', 'CodeDoubtful'))
    return <EmptyState title={t('trace.passport.unknown')} text={refused.message} icon={IconSearchOff} />
  if (!asked.data)
    return (
      <div className={css.body}>
        <ReadState asked={asked} />
      </div>
    )
  return <Sheet found={asked.data} />
}

function Sheet({ found }: { found: Passport }) {
  const { t, column } = useWords()
  const format = useFormats()
  return (
    <div className={css.body}>
      <header className={css.head}>
        <h2 className={css.name}>{found.productName ?? found.gtin}</h2>
        {found.packState && <StateBadge group="packState" value={found.packState} />}
      </header>
      <FactList
        className={css.facts}
        facts={[
          [column('serialNumber'), <Mono key="serial">{found.serialNumber}</Mono>],
          [column('gtin'), <Mono key="gtin">{found.gtin}</Mono>],
          [column('lotNumber'), found.lotNumber && <Mono key="lot">{found.lotNumber}</Mono>],
          [column('expiryDate'), found.expiryDate && format.date(found.expiryDate)],
        ]}
      />
      <Chapters chapters={found.chapters} />
      <h3 className={css.heading}>{t('trace.passport.timeLine')}</h3>
      <TimeLine chapters={found.chapters} />
    </div>
  )
}

const Mono = ({ children }: { children: string }) => <span className="k-mono">{children}</span>
