import { getOrderOptions } from '@kervan/contract/order/order-new'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'

export const TemplateName = z.string().trim().min(1, 'order.template.nameMissing').max(120)

export const FormLine = z.object({
  productCode: z.string(),
  productName: z.string(),
  quantity: z.int('order.template.quantityWrong').min(1, 'order.template.quantityWrong').max(999_999_999),
})
export type FormLine = z.infer<typeof FormLine>

/** The locations that the user may order for, to choose from; `known` is one that is planned already. */
export function useLocationChoices(known: { id: string; name: string } | null = null) {
  const { data } = useRead(getOrderOptions, {})
  const choices = (data?.locations ?? []).map(({ id, name, code }) => ({
    value: id,
    label: `${name} · ${code}`,
  }))
  const isThere = known === null || choices.some(({ value }) => value === known.id)
  return {
    options: data,
    choices: isThere ? choices : [{ value: known.id, label: known.name }, ...choices],
  }
}
