import access from '@kervan/contract/messages/tr/access.json'
import account from '@kervan/contract/messages/tr/account.json'
import administration from '@kervan/contract/messages/tr/administration.json'
import column from '@kervan/contract/messages/tr/column.json'
import event from '@kervan/contract/messages/tr/event.json'
import home from '@kervan/contract/messages/tr/home.json'
import kit from '@kervan/contract/messages/tr/kit.json'
import order from '@kervan/contract/messages/tr/order.json'
import permission from '@kervan/contract/messages/tr/permission.json'
import registration from '@kervan/contract/messages/tr/registration.json'
import screen from '@kervan/contract/messages/tr/screen.json'
import security from '@kervan/contract/messages/tr/security.json'
import setup from '@kervan/contract/messages/tr/setup.json'
import shell from '@kervan/contract/messages/tr/shell.json'
import state from '@kervan/contract/messages/tr/state.json'

export const bundled = {
  access,
  account,
  administration,
  column,
  event,
  home,
  kit,
  order,
  permission,
  registration,
  screen,
  security,
  setup,
  shell,
  state,
}
