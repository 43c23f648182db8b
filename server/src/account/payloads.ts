export type OutboxPayloads = { usernameCode: { membershipId: string } }
