import type { CallGroups } from '../kit/permission-areas.ts'

export const knowledgeCallGroups = { KnowledgeBase: 'general' } as const satisfies CallGroups
