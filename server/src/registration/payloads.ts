export type OutboxPayloads = {
  registrationCode: { registrationId: string }
  registrationAccepted: { membershipId: string }
}
