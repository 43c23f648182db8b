import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { languages } from '@kervan/contract/kit/values'
import { useTranslation } from 'react-i18next'
import { setDensity, useDensity } from '../../kit/density.ts'
import { useFormats } from '../../kit/values/format.ts'
import { chooseByHand } from '../../kit/i18n/i18n.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import css from './profile.module.css'

/** The language, which is the person's own, and colours and row height, which are kept in this browser. */
export default function Appearance() {
  const { t } = useTranslation()
  const { language } = useFormats()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { density } = useDensity()
  return (
    <PageFrame title={t('account.part.appearance')} layout="form">
      <div className={css.choices}>
        <Choice
          label={t('account.appearance.language')}
          value={language}
          onChange={(value) => void chooseByHand(value)}
          data={languages.map((value) => ({ value, label: t(`state.language.${value}`) }))}
        />
        <Choice
          label={t('account.appearance.colors')}
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: t('account.appearance.light') },
            { value: 'dark', label: t('account.appearance.dark') },
            { value: 'auto', label: t('account.appearance.auto') },
          ]}
        />
        <Choice
          label={t('kit.density.title')}
          value={density}
          onChange={setDensity}
          data={[
            { value: 'comfortable', label: t('kit.density.comfortable') },
            { value: 'compact', label: t('kit.density.compact') },
          ]}
        />
      </div>
    </PageFrame>
  )
}

function Choice<V extends string>({
  label,
  value,
  data,
  onChange,
}: {
  label: string
  value: V
  data: { value: V; label: string }[]
  onChange: (value: V) => void
}) {
  return (
    <>
      <span className={css.label}>{label}</span>
      <SegmentedControl
        aria-label={label}
        value={value}
        data={data}
        onChange={onChange}
        className={css.choice ?? ''}
      />
    </>
  )
}
