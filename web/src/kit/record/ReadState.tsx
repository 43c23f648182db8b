import { Button, Skeleton } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../page/EmptyState.tsx'
import { toRefused } from '../call/refused.ts'
import { WhyButton } from '../page/why.tsx'

type Asked = { error: unknown; isError: boolean; refetch: () => Promise<unknown> }

/** What stands where an answer has not come, or not as hoped: outlines, not found, or why and a way to try again. */
export function ReadState({ asked, name }: { asked: Asked; name?: string }) {
  const { t } = useTranslation()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    // Nothing flickers for an answer that is there before the eye notices.
    const timer = setTimeout(() => setWaited(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (!asked.isError) {
    return (
      <div aria-busy style={{ padding: '12px 0' }}>
        <output className="k-hidden">{t('kit.record.loading')}</output>
        {waited &&
          [40, 64, 52].map((width) => (
            <Skeleton key={width} height={8} width={`${width}%`} radius={2} mb={16} />
          ))}
      </div>
    )
  }
  const refused = toRefused(asked.error)
  if (refused.status === 404)
    return (
      <EmptyState
        icon={IconSearchOff}
        title={name ? t('kit.record.notFound', { name }) : t('kit.record.nothingFound')}
        text={refused.message}
      />
    )
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      tone="red"
      title={name ? t('kit.record.notLoaded', { name }) : t('kit.record.nothingLoaded')}
      text={refused.message}
    >
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void asked.refetch()}
      >
        {t('kit.action.tryAgain')}
      </Button>
      <WhyButton refused={refused} />
      {refused.reference && <span className="k-mono">{refused.reference}</span>}
    </EmptyState>
  )
}
