import access from '@kervan/contract/messages/de/access.json'
import account from '@kervan/contract/messages/de/account.json'
import administration from '@kervan/contract/messages/de/administration.json'
import column from '@kervan/contract/messages/de/column.json'
import event from '@kervan/contract/messages/de/event.json'
import home from '@kervan/contract/messages/de/home.json'
import kit from '@kervan/contract/messages/de/kit.json'
import order from '@kervan/contract/messages/de/order.json'
import permission from '@kervan/contract/messages/de/permission.json'
import registration from '@kervan/contract/messages/de/registration.json'
import screen from '@kervan/contract/messages/de/screen.json'
import security from '@kervan/contract/messages/de/security.json'
import setup from '@kervan/contract/messages/de/setup.json'
import shell from '@kervan/contract/messages/de/shell.json'
import state from '@kervan/contract/messages/de/state.json'

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
