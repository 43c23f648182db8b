import access from '@kervan/contract/messages/en/access.json'
import column from '@kervan/contract/messages/en/column.json'
import event from '@kervan/contract/messages/en/event.json'
import kit from '@kervan/contract/messages/en/kit.json'
import order from '@kervan/contract/messages/en/order.json'
import screen from '@kervan/contract/messages/en/screen.json'
import shell from '@kervan/contract/messages/en/shell.json'
import state from '@kervan/contract/messages/en/state.json'

export const bundled = { access, column, event, kit, order, screen, shell, state }
