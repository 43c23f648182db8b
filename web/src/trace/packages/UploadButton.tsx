import { uploadPackage } from '@kervan/contract/trace/packages'
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'

/** Takes a package and opens it: it is read while one looks. */
export function UploadButton({ onTaken }: { onTaken: (id: string) => void }) {
  const { t } = useWords()
  const upload = useCall(uploadPackage, {
    refreshes: ['PfsiService'],
    onDone: ({ packageId }) => {
      toast('success', t('trace.packages.uploaded'))
      onTaken(packageId)
    },
  })
  if (!useRights().has(uploadPackage.permission ?? '')) return null
  return (
    <FileButton accept=".zip,.xml" onChange={(file) => file && void upload.run({}, [file])}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={16} aria-hidden />} loading={upload.isPending}>
          {t('trace.packages.upload')}
        </Button>
      )}
    </FileButton>
  )
}
