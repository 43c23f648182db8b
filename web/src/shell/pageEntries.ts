import { explainAccess, getExplainTargets } from '@kervan/contract/administration/explain'
import { languages } from '@kervan/contract/kit/values'
import { isOffered, screens } from '@kervan/contract/shell/screens'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconAppWindow,
  IconBolt,
  IconClock,
  IconHelpCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../kit/call/rights.ts'
import { useHotkeyList } from '../kit/hotkeys.ts'
import { chooseByHand } from '../kit/i18n/i18n.ts'
import { languageNames } from '../kit/i18n/languageNames.ts'
import { tDynamic } from '../kit/i18n/words.ts'
import type { PaletteEntry } from '../kit/Palette.tsx'
import { recentOf, rememberRecent } from '../kit/storage/recent.ts'
import { menuTitle, screenHint, screenTitle } from './menuWords.ts'
import { useScreenParts } from './useScreenParts.ts'
import { useSignOut } from './sessionKeeper.ts'
import { useAddresses } from '../kit/page/go.ts'

/** What the palette offers without asking the server: last opened, the acts of this page, pages, settings, and what always goes. */
export function usePageEntries(
  query: string,
  opened: boolean,
  explain: () => void,
): { recent: PaletteEntry[]; others: PaletteEntry[] } {
  const { t, i18n } = useTranslation()
  const rights = useRights()
  const screenParts = useScreenParts()
  const router = useRouter()
  const { go, hrefOf } = useAddresses()
  const signOut = useSignOut()
  const hotkeys = useHotkeyList()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const last = useMemo(() => (opened ? recentOf() : []), [opened])

  const visit = (
    entry: Omit<PaletteEntry, 'run' | 'href'>,
    to: string,
    search: Record<string, string> = {},
  ): PaletteEntry => {
    const address = { to, search }
    const href = hrefOf(address)
    const { id, label, description } = entry
    return {
      ...entry,
      href,
      run: () => {
        rememberRecent({ id, kind: 'page', code: null, label, description, href })
        go(address)
      },
    }
  }
  const act = (
    id: string,
    label: string,
    icon: PaletteEntry['icon'],
    run: () => void,
    over: Partial<PaletteEntry> = {},
  ): PaletteEntry => ({
    id,
    group: t('shell.palette.actions'),
    label,
    description: '',
    icon,
    keys: null,
    run,
    ...over,
  })

  const recent = last.map(({ id, code, label, description, href }): PaletteEntry => ({
    id: `recent ${id}`,
    group: t('shell.palette.recent'),
    code,
    label,
    description,
    icon: IconClock,
    keys: null,
    href,
    run: () => router.history.push(href),
  }))
  const here = hotkeys.flatMap(({ keys, label, labelFor, run }, at): PaletteEntry[] => {
    const said = labelFor ? labelFor(query) : label
    if (!run || !said || keys === 'Mod+K' || keys.includes(' ')) return []
    return [
      act(`here ${keys} ${at}`, said, IconBolt, () => run(query), {
        group: t('shell.palette.here'),
        keys: keys ? keys.replace('Mod+', 'Ctrl ') : null,
        isOffer: labelFor !== undefined,
      }),
    ]
  })
  const pages = screens
    .filter((screen) => isOffered(screen, rights) && !screen.path.includes('$'))
    .map(({ key, path, menu, keys }): PaletteEntry => {
      const hint = menu ? `${menuTitle(t, menu)} · ${screenHint(t, key)}` : screenHint(t, key)
      return visit(
        {
          id: `page ${key}`,
          group: t('shell.palette.screens'),
          label: screenTitle(t, key),
          description: hint,
          icon: IconAppWindow,
          keys,
        },
        path,
      )
    })
  const ofScreens = screenParts.map(({ screen, path, part, partWord, groupWord }) => {
    const isSetting = screen === 'accountSettings'
    const to = 'opens' in part ? part.opens.to : path
    const search = 'opens' in part ? (part.opens.search as Record<string, string>) : { part: part.key }
    const group = tDynamic(t, groupWord, '')
    return visit(
      {
        id: `part ${screen} ${part.key}`,
        group: t(isSetting ? 'shell.palette.settings' : 'shell.palette.screens'),
        label: tDynamic(t, partWord, part.key),
        description: isSetting ? group : [screenTitle(t, screen), group].filter(Boolean).join(' · '),
        keywords: tDynamic(t, `shell.palette.finds.${part.key}`, ''),
        icon: isSetting ? IconSettings : IconAppWindow,
        keys: null,
      },
      to,
      search,
    )
  })
  return {
    recent,
    others: [
      ...here,
      ...pages,
      ...ofScreens,
      act(
        'dark',
        t(colorScheme === 'dark' ? 'shell.settings.toLight' : 'shell.settings.toDark'),
        IconMoon,
        () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
      ),
      ...languages
        .filter((language) => language !== i18n.language)
        .map((language) =>
          act(
            `language ${language}`,
            languageNames[language],
            IconLanguage,
            () => void chooseByHand(language),
            { description: t('shell.palette.language'), keywords: t(`state.language.${language}`) },
          ),
        ),
      ...(rights.all(explainAccess.permission ?? '', getExplainTargets.permission ?? '')
        ? [act('explain', t('administration.explain.somebody'), IconHelpCircle, explain)]
        : []),
      act('sign-out', t('shell.signOut'), IconLogout, () => void signOut()),
    ],
  }
}
