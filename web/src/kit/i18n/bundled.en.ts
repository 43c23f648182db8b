import { access } from '@kervan/contract/messages/en/access.json'
import { kit } from '@kervan/contract/messages/en/kit.json'
import { shell } from '@kervan/contract/messages/en/shell.json'

/** What signing in needs; the words of the screens come from the server, see i18n.ts (SHL-013). */
export const bundled = { access, kit, shell }
