import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import * as drawings from './drawings.tsx'
import { ShownDialogs } from './drawings.tsx'
import { hostStands } from './hostReady.ts'

/** Where dialogs and toasts are drawn. */
export default function FeedbackHost() {
  useEffect(() => hostStands(drawings), [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <ShownDialogs />
      <Notifications position="bottom-center" limit={5} containerWidth={380} />
    </>
  )
}
