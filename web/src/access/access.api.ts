// What other areas may ask of signing in.
export { AcknowledgementTerms } from './AcknowledgementTerms.tsx'
export { companyFields, required } from './companyFields.ts'
export { DeclineInvitation } from './DeclineInvitation.tsx'
export { InvitationTerms } from './InvitationTerms.tsx'
export { leaveNotice } from './notice.ts'
export {
  emptyPassword,
  newPasswordPaths,
  newPasswordSchema,
  NewPasswordFields,
  usePasswordContext,
  type NewPassword,
} from './NewPassword.tsx'
export { RecoveryCodes } from './RecoveryCodes.tsx'
export { SecondFactorSetup } from './SecondFactorSetup.tsx'
export { renewSession } from './useEnter.ts'
