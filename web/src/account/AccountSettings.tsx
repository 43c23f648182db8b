import { SegmentedControl } from '@mantine/core'
import { languages } from '@kervan/contract/kit/values'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { setDensity, useDensity, type Density } from '../kit/density.ts'
import { useFormats } from '../kit/format.ts'
import { chooseLanguage } from '../kit/i18n/i18n.ts'
import { said } from '../kit/i18n/words.ts'
import { PageFrame, Section } from '../kit/PageFrame.tsx'
import { useSignedIn } from '../kit/session.ts'
import { ProfilePicture } from './ProfilePicture.tsx'
import css from './account.module.css'

export default function AccountSettings() {
  const { t } = useTranslation()
  return (
    <PageFrame title={t('screen.accountSettings.title')} layout="form">
      <Section title={t('shell.profile.title')}>
        <Profile />
      </Section>
      <Section title={t('shell.profile.picture')}>
        <ProfilePicture />
      </Section>
      <Section title={t('shell.appearance.title')}>
        <Appearance />
      </Section>
    </PageFrame>
  )
}

function Profile() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const facts = [
    [t('shell.profile.firstName'), session.FirstName],
    [t('shell.profile.lastName'), session.LastName],
    [t('shell.profile.userName'), session.UserName],
    [t('shell.profile.company'), session.CompanyName],
    [t('shell.profile.userType'), said(t, `state.userType.${session.UserType}`, session.UserType)],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Appearance() {
  const { t } = useTranslation()
  const { language } = useFormats()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { density } = useDensity()
  return (
    <div className={css.choices}>
      <Choice label={t('shell.appearance.language')} value={language} onChange={(value) => void chooseLanguage(value)} data={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))} />
      <Choice
        label={t('shell.appearance.colors')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        data={[{ value: 'light', label: t('shell.appearance.light') }, { value: 'dark', label: t('shell.appearance.dark') }, { value: 'auto', label: t('shell.appearance.auto') }]}
      />
      <Choice
        label={t('kit.density.title')}
        value={density}
        onChange={(value) => setDensity(value as Density)}
        data={[{ value: 'comfortable', label: t('kit.density.comfortable') }, { value: 'compact', label: t('kit.density.compact') }]}
      />
    </div>
  )
}

function Choice({ label, value, data, onChange }: { label: string; value: string; data: { value: string; label: string }[]; onChange: (value: string) => void }) {
  return (
    <>
      <span className={css.label}>{label}</span>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} className={css.choice ?? ''} />
    </>
  )
}
