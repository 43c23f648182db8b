import type { DemoStep } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newsOf, videosOf } from './contents.ts'

/** What the home page shows. */
export const steps: readonly DemoStep[] = [
  {
    name: 'news and films',
    time: 'beforeOrders',
    load: ({ tx, company }) =>
      insertMany(tx, 'service_media_content', [...newsOf(company), ...videosOf(company)]),
  },
]
