import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../kit/feedback/PlainDialog.tsx'
import { useHotkeyList, type Hotkey } from '../kit/hotkeys.ts'
import { Kbd } from '../kit/Kbd.tsx'
import css from './keys.module.css'

const inGrids = [
  ['↑ ↓ ← →', 'kit.keys.gridMove'],
  ['Ctrl Home', 'kit.keys.gridEnds'],
  ['Space', 'kit.keys.gridSelect'],
  ['Shift ↓', 'kit.keys.gridRange'],
  ['Enter', 'kit.keys.gridOpen'],
  ['Shift F10', 'kit.keys.gridMenu'],
  ['C', 'kit.keys.gridCopy'],
  ['Esc', 'kit.keys.gridClear'],
] as const
const inRecords = [
  ['J', 'kit.record.next'],
  ['K', 'kit.record.previous'],
  ['Esc', 'kit.action.close'],
] as const

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const keys = useHotkeyList().filter((one) => one.keys !== '')
  const screens = keys.filter((one) => one.keys.includes(' '))
  const here = keys.filter((one) => !one.keys.includes(' '))
  const acts = here.filter(({ run }) => run !== null)
  const rows = here.filter(({ run }) => run === null)
  return (
    <PlainDialog title={t('kit.keys.title')} size={560} onClose={onClose}>
      <div className={css.columns}>
        <Keys title={t('kit.keys.here')} keys={acts.map(said)} />
        {rows.length > 0 && <Keys title={t('kit.keys.row')} keys={rows.map(said)} />}
        <Keys title={t('kit.keys.screens')} keys={screens.map((one) => [one.keys, one.label])} />
        <Keys title={t('kit.keys.grid')} keys={inGrids.map(([pressed, label]) => [pressed, t(label)])} />
        <Keys title={t('kit.keys.record')} keys={inRecords.map(([pressed, label]) => [pressed, t(label)])} />
      </div>
    </PlainDialog>
  )
}

const said = ({ keys, label }: Hotkey): [string, string] => [
  keys.replace('Mod+', 'Ctrl ').replace('Escape', 'Esc'),
  label,
]

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={css.title}>{title}</h3>
      <dl className={css.list}>
        {keys.map(([pressed, label]) => (
          <div key={pressed}>
            <dt>{label}</dt>
            <dd>
              <span className="k-hidden">{pressed}</span>
              <Kbd keys={pressed} always />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
