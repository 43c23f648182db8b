import access from '@kervan/contract/messages/en/access.json'
import kit from '@kervan/contract/messages/en/kit.json'
import shell from '@kervan/contract/messages/en/shell.json'

/** What signing in needs. The words of the screens come with the shell, see bundledScreens.en.ts. */
export const bundled = { access, kit, shell }
