// The words of the product: every language says everything, nothing is said in vain, and no screen speaks for itself.
import { join } from 'node:path'
import { confirm, outdated } from './confirmed-messages.mjs'
import { report, sources } from './sources.mjs'

const LANGUAGES = ['en', 'tr', 'de']
const FOLDER = 'contract/src/messages'
// Templates with ${values} and empty texts count too, lest the end of one be taken for the beginning of the next.
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const TRANSLATED = /\bt\(\s*['"]([^'"]+)['"]|\btranslate\(\s*[\w.]+,\s*['"]([^'"]+)['"]/g
/** A message asked for outright, and the values that go with it. */
const ASKED = /\bt\(\s*['"]([^'"]+)['"]\s*(?:,\s*(\{[^{}]*\}))?\s*\)/g
const SPOKEN_ATTRIBUTES = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'placeholder',
  'title',
]

export function messages(root) {
  const problems = []
  const spoken = readAll(root, problems)
  const all = new Set(LANGUAGES.flatMap((language) => [...spoken[language].keys()]))
  for (const key of [...all].sort())
    problems.push(
      ...compareLanguages(key, spoken),
      ...comparePlural(key, all),
      ...compareWithAction(key, spoken),
    )
  return [
    ...problems,
    ...compareWithGlossary(root, spoken),
    ...outdated(root, spoken),
    ...compareWithCode(root, new Set([...all].map(withoutPlural)), all),
  ]
}

/** Keeps what is found to say the same in all languages: what is new or changed in all of them, and what is named. */
export function confirmMessages(root, keys) {
  const problems = []
  const spoken = readAll(root, problems)
  // Of what cannot be read nothing can be said to have changed.
  if (problems.length === 0) confirm(root, spoken, keys)
}

function readAll(root, problems) {
  return Object.fromEntries(LANGUAGES.map((language) => [language, readLanguage(root, language, problems)]))
}

function readLanguage(root, language, problems) {
  const found = new Map()
  for (const { path, text } of sources(root, `${FOLDER}/${language}/*.json`)) {
    try {
      flatten(JSON.parse(text), '', found)
    } catch (error) {
      problems.push(`${path}  ${error.message}`)
    }
  }
  return found
}

function flatten(tree, prefix, found) {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix === '' ? name : `${prefix}.${name}`
    if (name.includes('.')) throw new Error(`the name ${name} has a dot in it`)
    if (found.has(key)) throw new Error(`${key} stands in another file as well`)
    if (typeof value === 'string') found.set(key, value)
    else if (value && typeof value === 'object' && !Array.isArray(value)) flatten(value, key, found)
    else throw new Error(`${key} is neither a text nor a group of texts`)
  }
}

function compareLanguages(key, spoken) {
  const lacking = LANGUAGES.filter((language) => !spoken[language].has(key))
  if (lacking.length > 0) return lacking.map((language) => `${key}  is missing in ${language}`)
  const empty = LANGUAGES.filter((language) => !spoken[language].get(key).trim())
  const [first, ...others] = LANGUAGES
  const differing = others.filter(
    (language) => placeholders(spoken[language].get(key), key) !== placeholders(spoken[first].get(key), key),
  )
  return [
    ...empty.map((language) => `${key}  is empty in ${language}`),
    ...differing.map((language) => `${key}  has other {{placeholders}} in ${language} than in ${first}`),
  ]
}

// "One line" may do without the number in one language and have it in another.
function placeholders(text, key) {
  const names = new Set([...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]))
  if (key.endsWith('_one')) names.delete('count')
  return [...names].sort().join()
}

function comparePlural(key, all) {
  const other = /_(zero|two|few|many)$/.test(key)
    ? null
    : key.replace(/_(one|other)$/, (_, form) => (form === 'one' ? '_other' : '_one'))
  if (other === null) return [`${key}  is a plural that none of our languages has`]
  return other === key || all.has(other) ? [] : [`${key}  needs ${other.split('.').at(-1)} beside it`]
}

// What is about to happen and what has happened must not read the same: neither a person nor a test could tell them apart.
function compareWithAction(key, spoken) {
  const about = /\.done(_one|_other)?$/.test(key) ? key.replace(/\.done(_one|_other)?$/, '.action$1') : null
  if (about === null) return []
  return LANGUAGES.filter(
    (language) => spoken[language].has(key) && spoken[language].get(key) === spoken[language].get(about),
  ).map((language) => `${key}  reads as the button that does it in ${language}`)
}

const GLOSSARY = 'docs/glossary.md'
/** Words that somebody may search for, whatever the product calls the thing. */
const SEARCHED = 'shell.palette.finds.'

/** One term for one thing: a message that the glossary names says its term, and no message a word that it rules out. */
function compareWithGlossary(root, spoken) {
  const rows = (sources(root, GLOSSARY)[0]?.text ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
  const terms = rows
    .filter((cells) => cells.length === 4)
    .flatMap(([en, tr, de, message]) => {
      const key = message.match(/^`(.+)`$/)?.[1]
      return key ? Object.entries({ en, tr, de }).map(([language, term]) => ({ key, language, term })) : []
    })
  const others = terms
    .filter(({ key, language, term }) => spoken[language].get(key) !== term)
    .map(({ key, language, term }) => `${key}  is "${term}" in ${language} (${GLOSSARY})`)
  // A whole text that the glossary fixes is the specification's own, whatever its words.
  const fixed = new Set(terms.map(({ key }) => key))
  const ruledOut = rows
    .filter(([language, word]) => LANGUAGES.includes(language) && word)
    .flatMap(([language, word, better]) => {
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu')
      return [...spoken[language], ...manualOf(root, language)]
        .filter(([key]) => !fixed.has(key) && !key.startsWith(SEARCHED))
        .flatMap(([key, text]) => text.match(pattern)?.map((said) => [key, said]) ?? [])
        .map(([key, said]) => `${key}  says "${said}" in ${language}; say ${better} (${GLOSSARY})`)
    })
  const contrary = rows
    .filter((cells) => cells.length === 4 && LANGUAGES.includes(cells[1]))
    .flatMap(([english, language, word, better]) => {
      const meant = new RegExp(english, 'iu')
      const pattern = new RegExp(`(?<!\\p{L})${word}`, 'iu')
      return [...spoken[language]]
        .filter(([key, text]) => pattern.test(text) && meant.test(spoken.en.get(key) ?? ''))
        .filter(([key]) => !/\brows?\b/i.test(spoken.en.get(key) ?? ''))
        .map(([key]) => `${key}  says "${word}" in ${language} for "${english}"; say ${better} (${GLOSSARY})`)
    })
  return [...others, ...otherTranslations(terms, spoken), ...ruledOut, ...contrary]
}

/** The articles of the manual by their paths, without the messages that they quote. */
const manualOf = (root, language) =>
  sources(root, `server/src/knowledge/manual/${language}/*.md`).map(({ path, text }) => [
    path,
    text.replace(/\{\{[^}]*\}\}/g, ''),
  ])

/** A message that consists of a term of the glossary says one of the translations that the glossary gives it. */
function otherTranslations(terms, spoken) {
  const english = new Map(
    terms.filter(({ language }) => language === 'en').map(({ key, term }) => [key, term]),
  )
  const given = new Map()
  for (const { key, language, term } of terms) {
    const name = `${language} ${english.get(key)}`
    given.set(name, [...(given.get(name) ?? []), term])
  }
  return [...spoken.en].flatMap(([key, text]) =>
    LANGUAGES.slice(1)
      .map((language) => ({ language, allowed: given.get(`${language} ${text}`) }))
      .filter(({ language, allowed }) => allowed && !allowed.includes(spoken[language].get(key)))
      .map(
        ({ language, allowed }) =>
          `${key}  is "${spoken[language].get(key)}" in ${language} for "${text}"; say ${[...new Set(allowed)].join(' or ')}, or add it (${GLOSSARY})`,
      ),
  )
}

const withoutPlural = (key) => key.replace(/_(one|other)$/, '')

const lineOf = (text, match) => text.slice(0, match.index).split('\n').length

function compareWithCode(root, keys, all) {
  const dynamic = JSON.parse(sources(root, `${FOLDER}/dynamic.json`)[0]?.text ?? '[]')
  const code = sources(
    root,
    '{contract,engine,server,web,simulators}/src/**/*.{ts,tsx}',
    'portamate/*.ts',
  ).filter(({ path }) => !/\.test\.tsx?$/.test(path))
  const mentioned = new Set(
    code.flatMap(({ text }) => [...text.matchAll(LITERAL)].map((match) => match[1] ?? match[2] ?? match[3])),
  )
  // Without the number there is no form of the plural to take, and the reader gets the key.
  const uncounted = code.flatMap(({ path, text }) =>
    [...text.matchAll(ASKED)]
      .filter(
        ([, key, values = '']) =>
          all.has(`${key}_other`) && !all.has(key) && !/\bcount\b|\.\.\./.test(values),
      )
      .map((match) => `${path}:${lineOf(text, match)}  ${match[1]} is a plural and needs count`),
  )
  const dead = [...keys].filter(
    (key) => !mentioned.has(key) && !dynamic.some((prefix) => key.startsWith(prefix)),
  )
  const idle = dynamic.filter((prefix) => ![...keys].some((key) => key.startsWith(prefix)))
  const unknown = code.flatMap(({ path, text }) =>
    [...text.matchAll(TRANSLATED)]
      .filter((match) => !keys.has(match[1] ?? match[2]))
      .map((match) => `${path}:${lineOf(text, match)}  there is no message ${match[1] ?? match[2]}`),
  )
  return [
    ...unknown,
    ...uncounted,
    ...dead.sort().map((key) => `${key}  is used nowhere`),
    ...idle.map((prefix) => `${FOLDER}/dynamic.json  ${prefix} begins no message`),
  ]
}

/**
 * Text that stands in a screen itself, by i18next's own linter; a message key handed to a component is none. Two
 * messages beside each other with a dot between them are no sentence cut in two; the page of the kit is for us alone.
 */
export async function hardCodedText(root) {
  const { runLinter } = await import('i18next-cli')
  const { files } = await runLinter({
    locales: LANGUAGES,
    extract: {
      input: [join(root, 'web/src/**/*.tsx')],
      // By whole paths: a pattern that begins with ** means what lies below the working folder only.
      ignore: ['*.test.tsx', 'dev/**'].map((what) => join(root, 'web/src/**', what)),
      output: join(root, FOLDER, '{{language}}/{{namespace}}.json'),
    },
    lint: {
      acceptedTags: 'all',
      acceptedAttributes: SPOKEN_ATTRIBUTES,
      checkInterpolationParams: false,
      checkConcatenation: 'off',
    },
  })
  const keys = readLanguage(root, LANGUAGES[0], [])
  return Object.entries(files).flatMap(([path, issues]) =>
    issues
      .filter(({ text }) => !keys.has(text) && !keys.has(`${text}_other`))
      .map(({ text, line, type }) => `${path.replace(`${root}/`, '')}:${line}  ${type ?? 'text'}: ${text}`),
  )
}

if (import.meta.main) {
  const root = process.cwd()
  const [how, ...keys] = process.argv.slice(2)
  if (how !== '--screens') confirmMessages(root, how === '--confirm' ? keys : [])
  report(how === '--screens' ? await hardCodedText(root) : messages(root))
}
