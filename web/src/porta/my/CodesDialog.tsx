import type { OutputOf } from '@kervan/contract/kit/call'
import type { ApplicationSetup, importCodes } from '@kervan/contract/porta/applications'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/porta.module.css'
import { ScanTools } from './scan/ScanTools.tsx'
import { ScopeField, scopeShape, scopeStart } from './ScopeField.tsx'
import type { Ways } from './ways.ts'
import { OriginFields, originPaths, originShape, originStart } from './OriginFields.tsx'

const schemaOf = (ways: Ways) =>
  z.object({
    dataMatrices: z.string().refine((text) => text.trim() !== '', 'porta.codes.needed'),
    ...originShape,
    ...scopeShape(ways),
  })
type Results = OutputOf<typeof importCodes>
type Props = { ways: Ways; setup: ApplicationSetup; onMade: () => void; onClose: () => void }

/** Many codes at once, one a line (DSC-005): what is refused says why and stays in the field to be corrected. */
export function CodesDialog({ ways, setup, onMade, onClose }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const [results, setResults] = useState<Results | null>(null)
  const send = useCall(ways.importCodes, { refreshes: ways.desk.refreshes })
  const schema = useMemo(() => schemaOf(ways), [ways])
  return (
    <FormDialog
      title={t('porta.codes.title')}
      action={t('porta.codes.send')}
      size={720}
      keepOpen
      keep={results ? t('kit.action.close') : t('kit.action.cancel')}
      schema={schema}
      start={{ dataMatrices: '', ...originStart(setup), ...scopeStart(ways) }}
      paths={{ ...originPaths, CodesMissing: 'dataMatrices', TooManyCodes: 'dataMatrices' }}
      onSubmit={async (values) => {
        const answer = await send.attempt({ ...values, dryRun: false })
        if (!answer) return false
        setResults(answer)
        if (answer.made > 0) {
          toast('success', tPlural(t, 'porta.codes.done', answer.made, format.number(answer.made)))
          onMade()
        }
        if (answer.refused === 0) onClose()
        return true
      }}
      onClose={onClose}
    >
      <TextAreaField
        name="dataMatrices"
        label={t('porta.codes.label')}
        hint={t('porta.codes.hint', { limit: format.number(setup.maximumCodes) })}
        rows={8}
        focusFirst
      />
      <Scanned />
      <Counted limit={setup.maximumCodes} />
      <OriginFields setup={setup} />
      <ScopeField ways={ways} />
      {results && results.refused > 0 && <Refused results={results} />}
    </FormDialog>
  )
}

/** Codes of the camera and of photos, each on a line of its own. */
function Scanned() {
  const { getValues, setValue } = useFormContext()
  return (
    <ScanTools
      continuous
      onCode={(text) => {
        const before = String(getValues('dataMatrices')).trimEnd()
        setValue('dataMatrices', before === '' ? text : `${before}\n${text}`, { shouldDirty: true })
      }}
    />
  )
}

function Counted({ limit }: { limit: number }) {
  const { t } = useWords()
  const format = useFormats()
  const typed: unknown = useWatch({ name: 'dataMatrices' })
  const count =
    typeof typed === 'string' ? typed.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length : 0
  return (
    <output className={count > limit ? css.over : 'k-quiet'}>
      {tPlural(t, 'porta.codes.counted', count, format.number(count))}
    </output>
  )
}

function Refused({ results }: { results: Results }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <div>
      <h3 className={css.sectionTitle}>
        {tPlural(t, 'porta.codes.refused', results.refused, format.number(results.refused))}
      </h3>
      <ul className={css.results}>
        {results.results
          .filter(({ ok }) => !ok)
          .map(({ line, serialNumber, dataMatrix, message }) => (
            <li key={line} data-bad>
              <span className="k-number">{t('porta.codes.line', { line: format.number(line) })}</span>
              <span>{message}</span>
              <span className="k-mono">{serialNumber ?? dataMatrix.slice(0, 24)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
