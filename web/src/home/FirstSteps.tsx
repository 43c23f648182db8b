import { addFiles } from '@kervan/contract/data/file-sets'
import {
  doorSteps,
  firstSteps,
  getFirstSteps,
  hideFirstSteps,
  stepsOf,
  type FirstStep,
} from '@kervan/contract/home/first-steps'
import { tryOrder } from '@kervan/contract/order/order-trial'
import { Button } from '@mantine/core'
import { IconArrowRight, IconCircle, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { fileSet } from '../data/data.api.ts'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { useCall } from '../kit/call/useCall.ts'
import { toastWithUndo } from '../kit/feedback/toasts.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { useFormats } from '../kit/values/format.ts'
import { trialDialog } from '../order/order.api.ts'
import { Box } from './Box.tsx'
import css from './firstSteps.module.css'

const FileSet = lazy(fileSet)
const TrialDialog = lazy(trialDialog)

type Shown = ReturnType<typeof stepsOf>[number]
const icons = { Done: IconCircleCheck, Next: IconArrowRight, Open: IconCircle, Waits: IconHourglass } as const

/** What a new company does next, until its first order is approved; nothing for whoever does not administer it. */
export function FirstSteps() {
  const { t } = useWords()
  const rights = useRights()
  const { data } = useRead(getFirstSteps, {}, { enabled: rights.has(getFirstSteps.permission ?? '') })
  const { run } = useCall(hideFirstSteps, { refreshes: ['FirstStep'] })
  if (!data?.counts) return null
  const steps = stepsOf(data.counts)
  const isDoor = ({ step }: Shown) => doorSteps.includes(step)
  const needed = steps.filter((one) => !isDoor(one))
  const done = needed.filter(({ state }) => state === 'Done').length
  const hide = async () => {
    if (await run({ hidden: true }))
      toastWithUndo(t('home.firstSteps.hidden'), () => void run({ hidden: false }))
  }
  return (
    <div className={css.frame}>
      <Box
        title={t('home.firstSteps.title')}
        action={
          rights.has(hideFirstSteps.permission ?? '') && (
            <Button variant="subtle" size="compact-sm" onClick={() => void hide()}>
              {t('home.firstSteps.hide')}
            </Button>
          )
        }
      >
        <p className={css.lead}>{t('home.firstSteps.lead', { done, count: needed.length })}</p>
        <Steps steps={needed} />
        <FilesAtOnce />
        <h3 className={css.doors}>{t('home.firstSteps.doors')}</h3>
        <Steps steps={steps.filter(isDoor)} />
      </Box>
    </div>
  )
}

/** The company's own files, all at once: instead of the steps one by one. */
function FilesAtOnce() {
  const { t } = useWords()
  const rights = useRights()
  const queries = useQueryClient()
  const recount = useCallback(
    () => void queries.invalidateQueries({ queryKey: [getFirstSteps.group] }),
    [queries],
  )
  if (!rights.has(addFiles.permission ?? '')) return null
  return (
    <section className={css.files} aria-label={t('fileSets.title')}>
      <h3 className={css.doors}>{t('fileSets.title')}</h3>
      <Suspense fallback={null}>
        <FileSet onMoved={recount} />
      </Suspense>
    </section>
  )
}

function Steps({ steps }: { steps: readonly Shown[] }) {
  return (
    <ol className={css.steps}>
      {steps.map((one) => (
        <Step key={one.step} {...one} />
      ))}
    </ol>
  )
}

/** A switch of a setting is on or off; of everything else it counts how much there is. */
const isSwitch = (step: FirstStep) => step === 'mail' || step === 'secondFactor' || step === 'registration'

function Step({ step, state, count, waitsFor }: Shown) {
  const { t } = useWords()
  const format = useFormats()
  const Icon = icons[state]
  const { path, part } = firstSteps[step]
  const name = t(`home.step.${step}.title`)
  return (
    <li className={css.step} data-state={state}>
      <Icon size={18} aria-hidden className={css.icon} />
      <span className={css.words}>
        <Link to={path} search={part === null ? {} : { part }} className={css.name}>
          {name}
        </Link>
        <span className={css.text}>
          {state === 'Waits'
            ? t('home.firstSteps.waitsFor', {
                steps: waitsFor.map((needed) => t(`home.step.${needed}.title`)).join(', '),
              })
            : t(`home.step.${step}.text`)}
        </span>
      </span>
      <span className={css.tools}>
        {step === 'order' && state !== 'Waits' && <TryOrder />}
        {state === 'Next' ? (
          <Button
            size="compact-sm"
            component={Link}
            to={path}
            search={(part === null ? {} : { part }) as never}
          >
            {t('home.firstSteps.begin')}
          </Button>
        ) : (
          <span className={css.state}>
            {state === 'Done' && !isSwitch(step) ? format.number(count) : t(`home.firstSteps.state.${state}`)}
          </span>
        )}
      </span>
    </li>
  )
}

/** Shows what an order would become, before there is one. */
function TryOrder() {
  const { t } = useWords()
  const rights = useRights()
  const [opened, setOpened] = useState(false)
  if (!rights.has(tryOrder.permission ?? '')) return null
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        {t('order.trial.action')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <TrialDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
