import {
  getPortaMateUserAcknowledgementDefinition,
  updateUserAcknowledgement,
  type AcknowledgementDefinition,
} from '@kervan/contract/access/acknowledgement'
import { createPairingCode, pairingMinutes } from '@kervan/contract/administration/devices'
import {
  getPortaMateJob,
  getPortaMateState,
  portaMateScope,
  startPortaMateJob,
} from '@kervan/contract/porta/porta-mate'
import { itsAtOnce } from '@kervan/contract/porta/words'
import { Button, Code } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { AcknowledgementTerms } from '../../access/access.api.ts'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { usePolled } from '../../kit/call/usePolled.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import formCss from '../../kit/form/form.module.css'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { SecretOnce } from '../../kit/SecretOnce.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/porta.module.css'
import { Tutorials } from '../shared/Tutorials.tsx'
import { ItsAnswers } from './ItsAnswers.tsx'
import type { Ways } from './ways.ts'

type Props = { ways: Ways; ids: readonly string[]; onClose: () => void }

/** Has the pharmacist's own PortaMate ask ITS about pre-applications (DSC-010): its terms, its pairing, its state, its answers. */
export function PortaMateDialog({ ways, ids, onClose }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const [runId, setRunId] = useState<string | null>(null)
  const start = useCall(startPortaMateJob, { onDone: (answer) => setRunId(answer.runId) })
  const { data: terms } = useRead(getPortaMateUserAcknowledgementDefinition, {})
  const { data: mate } = usePolled(getPortaMateState, {}, { everyMs: 2_000, enabled: true })
  if (runId !== null)
    return (
      <ItsAnswers
        group={ways.desk.list.page.group}
        call={getPortaMateJob}
        title={t('porta.portaMate.validate')}
        runId={runId}
        onClose={onClose}
      >
        {mate && <MateState mate={mate} />}
      </ItsAnswers>
    )
  const tooMany = ids.length > itsAtOnce
  const definition = terms?.PortaMateUserAcknowledgementDefinition ?? null
  const waits = definition !== null && definition.AgreedVersion !== definition.Version
  return (
    <PlainDialog title={t('porta.portaMate.validate')} size={620} onClose={onClose}>
      <p>
        {tooMany
          ? t('porta.its.tooMany', { limit: format.number(itsAtOnce), count: format.number(ids.length) })
          : tPlural(t, 'porta.portaMate.text', ids.length, format.number(ids.length))}
      </p>
      <Tutorials of={ways.tutorials.ValidateFromITSViaPortaMate} />
      {!tooMany && mate && <MateState mate={mate} />}
      {!tooMany && waits && <Terms definition={definition} />}
      {!tooMany && terms && !waits && mate?.portaMate === 'NotPaired' && <Pairing />}
      <div className={formCss.foot}>
        <div className={formCss.answers}>
          <Button variant="default" onClick={onClose}>
            {t('kit.action.cancel')}
          </Button>
          {!tooMany && (
            <Button
              disabled={!terms || waits || !mate || mate.portaMate === 'NotPaired'}
              loading={start.isPending}
              onClick={() => void start.run({ requestIds: [...ids] })}
            >
              {t('porta.portaMate.ask')}
            </Button>
          )}
        </div>
      </div>
    </PlainDialog>
  )
}

type Mate = (typeof getPortaMateState.output)['_output']

function MateState({ mate }: { mate: Mate }) {
  const { t } = useWords()
  const format = useFormats()
  const { portaMate, name, seenAt, answered, of } = mate
  const said = portaMate === 'Offline' && seenAt === null ? 'NeverSeen' : portaMate
  return (
    <output className={css.notice}>
      {t(`porta.portaMate.state.${said}`, {
        name: name ?? '',
        at: seenAt === null ? '' : format.dateTime(seenAt),
        answered: format.number(answered),
        of: format.number(of),
      })}
    </output>
  )
}

function Terms({ definition }: { definition: AcknowledgementDefinition }) {
  const { t } = useWords()
  const accept = useCall(updateUserAcknowledgement, {
    refreshes: ['Authentication'],
    failed: t('porta.portaMate.notAccepted'),
    onDone: () => toast('success', t('porta.portaMate.accepted')),
  })
  return (
    <>
      <AcknowledgementTerms
        heading="h3"
        title={definition.Title}
        text={definition.Text}
        version={definition.Version}
        publishedAt={definition.PublishedAt}
        agreedVersion={definition.AgreedVersion}
        changes={definition.Changes.map(({ Text }) => Text)}
      />
      <Button
        variant="default"
        loading={accept.isPending}
        onClick={() =>
          void accept.run({
            UserAcknowledgementRequest: {
              IntCode: definition.IntCode,
              Version: definition.Version,
              Choice: 'Activated',
            },
          })
        }
      >
        {t('porta.portaMate.accept')}
      </Button>
    </>
  )
}

/** The code that pairs this computer, which may do nothing but take jobs, and how the program is started. */
function Pairing() {
  const { t } = useWords()
  const [code, setCode] = useState<string | null>(null)
  const create = useCall(createPairingCode, {
    refreshes: ['Device'],
    failed: t('porta.portaMate.notPaired'),
    onDone: (answer) => setCode(answer.code),
  })
  if (code === null)
    return (
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={create.isPending}
        onClick={() => void create.run({ scope: [...portaMateScope] })}
      >
        {t('porta.portaMate.pair')}
      </Button>
    )
  return (
    <>
      <p>{t('porta.portaMate.startIt')}</p>
      <Code block mb={8}>{`npm run portamate -- --portal ${location.origin}`}</Code>
      <SecretOnce label={t('administration.devices.code')} secret={code} />
      <p className="k-quiet">{t('porta.portaMate.codeLasts', { minutes: pairingMinutes })}</p>
    </>
  )
}
