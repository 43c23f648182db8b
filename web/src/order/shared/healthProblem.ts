import { isKeyOf } from '@kervan/contract/kit/typed'
import { useTranslation } from 'react-i18next'

const known = {
  GlnMissing: 'order.medula.problem.GlnMissing',
  BarcodeMissing: 'order.medula.problem.BarcodeMissing',
  NotConnected: 'order.medula.problem.NotConnected',
} as const

/** Why the service has not answered, in words; what happened on the way is named as it was noted. */
export function useHealthProblem(): (problem: string) => string {
  const { t } = useTranslation()
  return (problem) =>
    isKeyOf(known, problem) ? t(known[problem]) : t('order.medula.problem.none', { problem })
}
