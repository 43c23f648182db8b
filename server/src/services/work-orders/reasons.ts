import type { BoundCode, NothingCode } from '@kervan/engine/snapshot'
import type { Language } from '@kervan/contract/kit/values'
import type { WorkOrderType } from '@kervan/contract/services/words'
import { translate } from '../../kit/messages.ts'
import type { WorkOrderReason } from './keep.ts'

// Why a work order was proposed, and why none was, in the words of the reader. Kept are codes and numbers only.

const number = (language: Language, value: number, places = 0): string =>
  value.toLocaleString(language, { maximumFractionDigits: places, minimumFractionDigits: places })

type Named = {
  product: string
  sender: string
  recipient: string
  currency: string
  seesPrices: boolean
}

/** Sentences on a work order: what it is for, both sides, what it brings, what limited it, who else could have sent. */
export function reasonsOf(
  language: Language,
  type: WorkOrderType,
  reason: WorkOrderReason,
  { product, sender, recipient, currency, seesPrices }: Named,
): string[] {
  const say = (key: string, facts: Record<string, string> = {}) =>
    translate(language, `workOrders.reason.${key}`, facts)
  const side = (name: string, of: WorkOrderReason['recipient']) =>
    say(of.cover === null ? 'sideIdle' : 'side', {
      name,
      stock: number(language, of.stock),
      inTransit: number(language, of.inTransit),
      rate: number(language, of.rate * 7, 1),
      cover: number(language, of.cover ?? 0),
    })
  const expiring = (name: string, { expiring: units }: WorkOrderReason['recipient']) =>
    units > 0 ? [say('expiring', { name, units: number(language, units) })] : []
  const money = (value: number) => `${number(language, value, 2)} ${currency}`
  const others =
    reason.alternatives.length > 0
      ? say('alternatives', { places: reason.alternatives.map(({ from }) => from).join(', ') })
      : say('noAlternative')
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return [
    say(`type.${type}`),
    ...(reason.foreign ? [say('foreign')] : []),
    ...(reason.substitute ? [say('substitute', { product, substitute: reason.substitute })] : []),
    // Work orders of before have no such facts.
    ...(reason.standIn
      ? [
          say(reason.standIn.declared ? 'declared' : 'alike', {
            share: number(language, reason.standIn.share * 100),
          }),
        ]
      : []),
    side(recipient, reason.recipient),
    ...expiring(recipient, reason.recipient),
    side(sender, reason.donor),
    ...expiring(sender, reason.donor),
    ...(seesPrices && !reason.foreign
      ? [
          say('money', {
            gain: money(sum(reason.gain)),
            loss: money(sum(reason.loss)),
            lane: money(reason.laneCost),
            net: money(reason.net),
          }),
        ]
      : []),
    ...reason.bound.map((code: BoundCode) => say(`bound.${code}`, { pack: number(language, reason.pack) })),
    ...(reason.sets ? [say(`sets.${reason.sets}`)] : []),
    ...(reason.rules.length > 0 ? [say('rules', { rules: reason.rules.join(', ') })] : []),
    ...(reason.foreign ? [] : [others]),
  ]
}

/** Sentences on a place without a work order: the reason, and what there was. */
export function nothingReasons(
  language: Language,
  { code, stock, inTransit, rate }: { code: NothingCode; stock: number; inTransit: number; rate: number },
): string[] {
  return [
    translate(language, `workOrders.nothing.${code}`),
    translate(language, 'workOrders.nothing.facts', {
      stock: number(language, stock),
      inTransit: number(language, inTransit),
      rate: number(language, rate * 7, 1),
    }),
  ]
}
