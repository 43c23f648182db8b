import { addFiles } from '@kervan/contract/data/file-sets'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import FileSet from './FileSet.tsx'

/** Several files of any kinds at once (DAT-002). */
export default function SeveralFiles() {
  const { t } = useWords()
  return (
    <PageFrame title={t('kind.fileSet.many')} layout="scroll">
      <WholeCompanyNote calls={[addFiles]} />
      <FileSet />
    </PageFrame>
  )
}
