import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Translations that are older than their English. The file keeps for each message a short hash of its text in each
// language, from when they were last found to say the same.

const FILE = 'contract/src/messages/confirmed.json'
const hash = (text) => createHash('sha1').update(text).digest('base64url').slice(0, 4)

/**
 * Messages whose English has changed since, while a translation has not.
 * @param root the folder of the product
 * @param spoken the texts by key, by language, English first
 * @returns one sentence for each such message
 */
export function outdated(root, spoken) {
  let confirmed
  try {
    confirmed = read(root)
  } catch (error) {
    return [`${FILE}  ${error.message}. Take either side of a merge and check again`]
  }
  return Object.keys(confirmed).flatMap((key) => {
    const languages = older(key, confirmed, spoken)
    return languages.length === 0
      ? []
      : [
          `${key}  is older in ${languages.join(' and ')} than in en: change it there, or \`npm run confirm-messages -- ${key}\``,
        ]
  })
}

/**
 * Writes down what is new or has changed in all languages, and forgets what is gone; leaves a file alone that cannot be read.
 * @param root the folder of the product
 * @param spoken the texts by key, by language, English first
 * @param keys messages whose unchanged translations were read and still say the same; a star at the end stands for all
 *   that begin so
 */
export function confirm(root, spoken, keys = []) {
  let before
  try {
    before = read(root)
  } catch {
    return
  }
  const isNamed = (key) =>
    keys.some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name))
  const [first] = Object.values(spoken)
  const after = Object.fromEntries(
    [...first.keys()]
      .sort()
      .map((key) => [
        key,
        isNamed(key) || older(key, before, spoken).length === 0 ? now(key, spoken) : before[key],
      ]),
  )
  const text = `${JSON.stringify(after, null, 2)}\n`
  const path = join(root, FILE)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

function read(root) {
  const path = join(root, FILE)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

const now = (key, spoken) =>
  Object.values(spoken)
    .map((texts) => hash(texts.get(key) ?? ''))
    .join(' ')

/** The languages whose text is still the one that was confirmed with an English text that has changed. */
function older(key, confirmed, spoken) {
  if (!confirmed[key]) return []
  const before = confirmed[key].split(' ')
  const [english, ...others] = now(key, spoken).split(' ')
  if (english === before[0]) return []
  const languages = Object.keys(spoken).slice(1)
  return languages.filter((_, at) => others[at] === before[at + 1])
}
