/** Why a sign-in ended as it did; `none` for one that succeeded. */
export const loginReasons = [
  'none',
  'credentials',
  'throttled',
  'company',
  'membership',
  'secondFactor',
  'expired',
  'entraOnly',
  'entra',
  'other',
] as const

export const isPercent = (field: string) => field.endsWith('Percent')

/** Whose words the values of a field are, `state.<group>.<value>`: the first group that has the value says it. */
export function wordGroupsOf(field: string): readonly string[] {
  const name = field.split('.').at(-1) ?? field
  return valueWords[name] ?? [name]
}

const valueWords: Record<string, readonly string[]> = {
  state: ['membership', 'order', 'line'],
  preApprovalState: ['preApproval'],
  type: ['lineType'],
  types: ['notification'],
  notificationTypes: ['notification'],
  reason: ['rejectReason'],
  secondFactor: ['secondFactorPolicy'],
  registration: ['registrationPolicy'],
  blocked: ['signInBlock'],
}
