// What a browser says of itself, as people say it. The order matters: most of them claim to be others as well.

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Microsoft Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Firefox, Windows"; null when nothing is known. */
export function deviceName(agent: string): string | null {
  const named = [browsers, systems].flatMap(
    (list) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? [],
  )
  return named.length > 0 ? named.join(', ') : null
}

export function isMobile(agent: string): boolean {
  return /iPhone|iPad|Android|Mobile/.test(agent)
}
