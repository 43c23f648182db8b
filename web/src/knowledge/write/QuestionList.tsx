import { closeQuestion, questions } from '@kervan/contract/knowledge/helper'
import type { Offered } from '@kervan/contract/kit/actions'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconCheck, IconMessageQuestion } from '@tabler/icons-react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof questions>
type Acted = { id: string; askedQuestion: string; actions: Offered }

const views = {
  askedQuestion: { width: 360, pinned: true, grow: true },
  questionLanguage: { width: 170 },
  questionState: { width: 150 },
  askedTimes: { width: 120 },
  questionAskedAt: { width: 150 },
  questionAskedBy: { width: 160 },
  questionClosedAt: { width: 150, whenFilled: true },
  questionClosedBy: { width: 160, whenFilled: true },
} as const
const renderers = {
  questionState: (row: Row) => <StateBadge group="questionState" value={row.questionState} />,
}
const card = (row: Row) => <Card row={row} />
const actions: readonly RecordAction<Acted>[] = [
  {
    key: 'close',
    label: 'knowledge.questions.close.action',
    icon: IconCheck,
    call: closeQuestion,
    ask: { words: 'knowledge.questions.close', input: ({ id }) => ({ questionId: id }) },
  },
]

/** Questions that the helper could not answer. */
export function QuestionList() {
  const { t } = useWords()
  const { grid, dialog } = useRecordActions<Acted>(actions, {
    nouns: 'knowledge.questions.count',
    refreshes: [closeQuestion.group],
    nameOf: ({ askedQuestion }) => askedQuestion,
  })
  return (
    <>
      <DataGrid
        list={questions}
        label={t('knowledge.views.questions')}
        nouns="knowledge.questions.count"
        columns={views}
        renderers={renderers}
        quickFilter="questionState"
        nameOf={({ askedQuestion }) => askedQuestion}
        card={card}
        {...grid}
        empty={{ title: t('knowledge.questions.empty'), icon: IconMessageQuestion }}
      />
      {dialog}
    </>
  )
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard name={row.askedQuestion} mark={<StateBadge group="questionState" value={row.questionState} />}>
      <CardLine quiet>
        <span>{row.questionAskedBy}</span>
        <span>{format.dateTime(row.questionAskedAt)}</span>
      </CardLine>
    </RowCard>
  )
}
