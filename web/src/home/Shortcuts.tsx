import { getShortcuts, saveShortcuts, shortcutLimit } from '@kervan/contract/home/home'
import { isOffered, screens, type Screen } from '@kervan/contract/shell/screens'
import { ActionIcon } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toast } from '../kit/feedback/toasts.tsx'
import { MultiSelectField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { tDynamic } from '../kit/i18n/words.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { useCall } from '../kit/call/useCall.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import css from './home.module.css'

const atFirst = 5

/** The pages the user goes to most, chosen by the user; at first those of the daily work, which have keys of their own. */
export function Shortcuts() {
  const { t } = useTranslation()
  const rights = useRights()
  const [editing, setEditing] = useState(false)
  const asked = useRead(getShortcuts, {})
  const open = screens.filter(
    (screen) => screen.key !== 'home' && !screen.path.includes('$') && isOffered(screen, rights),
  )
  const chosen = (keys: string[] | null) =>
    keys === null
      ? open.toSorted((a, b) => Number(b.keys !== null) - Number(a.keys !== null)).slice(0, atFirst)
      : keys.flatMap((key) => open.find((screen) => screen.key === key) ?? [])
  return (
    <Box
      title={t('home.shortcuts.title')}
      action={
        rights.has(saveShortcuts.permission ?? '') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('home.shortcuts.edit')}
            title={t('home.shortcuts.edit')}
            onClick={() => setEditing(true)}
            disabled={!asked.data}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )
      }
    >
      <Answered asked={asked} name={t('home.shortcuts.title')}>
        {({ screens: keys }) => {
          const entries = chosen(keys)
          return (
            <>
              {entries.length === 0 ? (
                <Nothing title={t('home.shortcuts.none')} />
              ) : (
                <ul className={css.shortcuts}>
                  {entries.map(({ key, path, keys: pressed }) => (
                    <li key={key}>
                      <Link to={path} preload="intent">
                        <IconArrowRight size={16} aria-hidden />
                        <span>{tDynamic(t, `screen.${key}.title`, key)}</span>
                        {pressed && <Kbd keys={pressed} />}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
              {editing && (
                <ChooseShortcuts
                  open={open}
                  chosen={entries.map(({ key }) => key)}
                  onClose={() => setEditing(false)}
                />
              )}
            </>
          )
        }}
      </Answered>
    </Box>
  )
}

const schema = z.object({ screens: z.array(z.string()).max(shortcutLimit) })

function ChooseShortcuts({
  open,
  chosen,
  onClose,
}: {
  open: readonly Screen[]
  chosen: string[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(saveShortcuts, { refreshes: ['Home'], failed: t('home.shortcuts.notSaved') })
  return (
    <FormDialog
      title={t('home.shortcuts.edit')}
      text={t('home.shortcuts.lead', { limit: shortcutLimit })}
      schema={schema}
      start={{ screens: chosen }}
      action={t('home.shortcuts.save')}
      onSubmit={async (values) => {
        if (!(await save.attempt(values))) return
        toast('success', t('home.shortcuts.saved'))
      }}
      onClose={onClose}
    >
      <MultiSelectField
        name="screens"
        label={t('home.shortcuts.choose')}
        maxValues={shortcutLimit}
        data={open.map(({ key }) => ({ value: key, label: tDynamic(t, `screen.${key}.title`, key) }))}
        focusFirst
      />
    </FormDialog>
  )
}
