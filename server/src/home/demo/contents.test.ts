import { screens } from '@kervan/contract/shell/screens'
import { describe, expect, it } from 'vitest'
import { companies } from '../../demo/companies.ts'
import { newsOf, videosOf } from './contents.ts'

describe('[HOM-002] what the home page tells', () => {
  const told = companies.flatMap((company) => [...newsOf(company), ...videosOf(company)])

  it.each([...new Set(told.map(({ url }) => url))])('%s leads to the article of a screen', (url) => {
    const { pathname, searchParams } = new URL(url, 'https://portal.example')
    expect(screens.map(({ path }): string => path)).toContain(pathname)
    expect(screens.map(({ key }): string => key)).toContain(searchParams.get('screen'))
  })
})
