// Which part of the suite a run is about: `npm test -- --area order`, `npm test -- --since main`.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'

const SIDES = ['contract', 'server', 'web']
const AREA_OF = [
  new RegExp(`^(?:${SIDES.join('|')})/src/.*messages/\\w+/(\\w+)\\.json$`),
  new RegExp(`^(?:${SIDES.join('|')})/src/([^/]+)/`),
  /^e2e\/(\w+)\.(?:\w+\.)*spec\.ts$/,
]
/** What no area's tests depend on. */
const BESIDE = /^(docs|bench|deploy|scripts|simulators)\/|\.md$/

/** The areas that these files belong to, or null where one of them belongs to all: the kit, what tests share. */
export function areasOf(files) {
  const areas = files
    .filter((file) => !BESIDE.test(file))
    .map((file) => AREA_OF.map((pattern) => pattern.exec(file)?.[1]).find(Boolean) ?? 'kit')
  return areas.includes('kit') ? null : [...new Set(areas)].sort()
}

/** The files that differ from what they were at `ref`, those that Git does not know yet among them. */
export function touchedSince(ref) {
  const git = (...parameters) =>
    execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')]
}

/**
 * Those stages that have tests of the areas (null: of all), with what makes them run no others. With `since` it is
 * Vitest that finds what a change reaches, save where every test imports the whole server.
 *
 * @template {{ files: string, homes: string[], command: string[], followsImports?: boolean }} Stage
 * @param {readonly Stage[]} stages
 * @param {{ areas: string[] | null, since?: string }} scope
 * @returns {Stage[]}
 */
export function scoped(stages, { areas, since }) {
  return stages.flatMap((stage) => {
    if (since && stage.followsImports) return [narrowed(stage, ['--changed', since])]
    if (!areas) return [stage]
    const files = globSync(stage.files, { exclude: (name) => name === 'node_modules' })
    const homes = areas
      .flatMap((area) => stage.homes.map((home) => home.replace('{area}', area)))
      .filter((home) => files.some((file) => file.startsWith(home)))
    return homes.length > 0 ? [narrowed(stage, homes)] : []
  })
}

function narrowed(stage, parameters) {
  return { ...stage, command: [...stage.command, ...parameters, '--pass-with-no-tests'] }
}
