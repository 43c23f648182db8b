import { partsOf } from './partsOf.ts'
import { notificationParts } from './parts.ts'

/** Who is told of what by mail, and what was sent (LMA-007). */
export default partsOf('screen.fuelNotifications.title', notificationParts)
