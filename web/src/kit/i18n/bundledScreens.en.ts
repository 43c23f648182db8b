import account from '@kervan/contract/messages/en/account.json'
import administration from '@kervan/contract/messages/en/administration.json'
import column from '@kervan/contract/messages/en/column.json'
import event from '@kervan/contract/messages/en/event.json'
import home from '@kervan/contract/messages/en/home.json'
import order from '@kervan/contract/messages/en/order.json'
import permission from '@kervan/contract/messages/en/permission.json'
import registration from '@kervan/contract/messages/en/registration.json'
import screen from '@kervan/contract/messages/en/screen.json'
import security from '@kervan/contract/messages/en/security.json'
import setup from '@kervan/contract/messages/en/setup.json'
import state from '@kervan/contract/messages/en/state.json'
import { i18n } from './i18n.ts'

/** The English words of all screens, for those who sign in. What the server has said already stays. */
export const bundledScreens = {
  account,
  administration,
  column,
  event,
  home,
  order,
  permission,
  registration,
  screen,
  security,
  setup,
  state,
}

export function addScreenWords(): void {
  i18n.addResourceBundle('en', 'translation', bundledScreens, true, false)
}
