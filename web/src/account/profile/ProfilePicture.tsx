import { megabytesOf } from '@kervan/contract/kit/call'
import { deleteProfilePicture, uploadProfilePicture } from '@kervan/contract/account/profile-picture'
import { profilePictureBytes } from '@kervan/contract/access/words'
import { Button, FileButton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { Portrait, portraitOptions } from '../../kit/picture.tsx'
import { useSignedIn } from '../../kit/call/session.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { CropDialog, readPicture, useForget } from './CropDialog.tsx'
import css from './profile.module.css'

/** JPG or PNG of at most 1 MB; the server looks at the content, not at the name (USR-008). */
export function ProfilePicture() {
  const { t } = useTranslation()
  const { UserName } = useSignedIn()
  const options = portraitOptions(UserName)
  const { data: picture } = useQuery(options)
  const queries = useQueryClient()
  const [fault, setFault] = useState<string | null>(null)
  const [chosen, setChosen] = useState<HTMLImageElement | null>(null)
  useForget(chosen)
  const reset = useRef<() => void>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: options.queryKey })
  const upload = useCall(uploadProfilePicture, { failed: t('account.profile.notUploaded') })
  const remove = useCall(deleteProfilePicture)

  const take = async (file: File | null) => {
    reset.current?.()
    if (!file) return
    const wrong = faultOf(file)
    setFault(wrong)
    if (wrong) return
    const picture = await readPicture(file)
    if (picture) setChosen(picture)
    else setFault(t('account.profile.crop.unreadable', { name: file.name }))
  }
  const send = async (file: File) => {
    setChosen(null)
    if (await upload.run({}, [file])) {
      await refresh()
      toast('success', t('account.profile.uploaded'))
    }
  }
  const faultOf = (file: File): string | null => {
    if (file.size > profilePictureBytes)
      return t('kit.file.tooLarge', { name: file.name, limit: megabytesOf(profilePictureBytes) })
    return ['image/jpeg', 'image/png'].includes(file.type)
      ? null
      : t('account.profile.wrongType', { name: file.name })
  }
  const drop = async () => {
    const sure = await confirm({
      title: t('account.profile.deleteTitle'),
      text: t('account.profile.deleteText'),
      action: t('account.profile.delete'),
      danger: true,
    })
    if (sure && (await remove.run({}))) await refresh()
  }

  return (
    <div className={css.picture}>
      <Portrait size={64} />
      <div>
        <div className={css.buttons}>
          <FileButton
            accept="image/jpeg,image/png"
            onChange={(file) => void take(file)}
            resetRef={reset}
            inputProps={{ 'aria-label': t('account.profile.upload') }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={upload.isPending}
                leftSection={<IconUpload size={16} />}
              >
                {t('account.profile.upload')}
              </Button>
            )}
          </FileButton>
          {picture && (
            <Button
              variant="default"
              loading={remove.isPending}
              leftSection={<IconTrash size={16} />}
              onClick={() => void drop()}
            >
              {t('account.profile.delete')}
            </Button>
          )}
        </div>
        <p className={css.hint} role={fault ? 'alert' : undefined} data-fault={fault ? true : undefined}>
          {fault ?? t('account.profile.pictureHint', { limit: megabytesOf(profilePictureBytes) })}
        </p>
      </div>
      {chosen && (
        <CropDialog picture={chosen} onCrop={(file) => void send(file)} onClose={() => setChosen(null)} />
      )}
    </div>
  )
}
