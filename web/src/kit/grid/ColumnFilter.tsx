/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- keeps typed letters from the menu around it */
import type { RecordKind } from '@kervan/contract/kit/found-record'
import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import type { Column, FilterValue } from '@kervan/contract/kit/page'
import { Button, Checkbox, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { DateWords } from '../form/DateWords.tsx'
import { useWords, type Translate } from '../i18n/words.ts'
import { DayChoices } from './DayChoices.tsx'
import { isBlank } from './gridQuery.ts'
import { RecordPicker } from './RecordPicker.tsx'

type Props = {
  name: string
  column: Column
  /** Names records of this kind: they are picked instead of typed. */
  picks?: RecordKind | undefined
  value: FilterValue | undefined
  onApply: (value: FilterValue | undefined) => void
  /** Takes the focus when it comes in the place of something else. */
  focuses?: boolean
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, button')?.focus()
}

/** The filter of one column, by its type: words, from–to, days, yes or no, some of the values. */
export function ColumnFilter({ name, column, value, onApply, picks, focuses = false }: Props) {
  const { t } = useWords()
  const [draft, setDraft] = useState<FilterValue>(value ?? {})
  const fault = faultOf(t, column, draft)
  const apply = () => {
    if (fault) return
    const clean = Object.fromEntries(
      Object.entries(draft).filter(
        ([, part]) => part !== undefined && part !== '' && !(Array.isArray(part) && part.length === 0),
      ),
    )
    onApply(isBlank(clean) ? undefined : clean)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        apply()
      }}
      ref={focuses ? focusFirst : undefined}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <Stack gap={8}>
        <Fields
          name={name}
          column={column}
          draft={draft}
          setDraft={setDraft}
          fault={fault}
          picks={picks}
          onApply={onApply}
        />
        <Group gap={8} justify="flex-end">
          <Button size="xs" variant="default" disabled={!value} onClick={() => onApply(undefined)}>
            {t('kit.filter.clearOne')}
          </Button>
          <Button size="xs" type="submit" disabled={fault !== null}>
            {t('kit.filter.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Fields({
  name,
  column,
  draft,
  setDraft,
  fault,
  picks,
  onApply,
}: Omit<Props, 'value' | 'focuses'> & {
  draft: FilterValue
  setDraft: (draft: FilterValue) => void
  fault: string | null
}) {
  const words = useWords()
  const { t } = words
  const label = words.column(name)
  switch (column.type) {
    case 'text':
    case 'code':
      if (picks)
        return (
          <RecordPicker
            kind={picks}
            label={label}
            chosen={draft.in ?? []}
            onChange={(chosen) => setDraft({ in: chosen })}
          />
        )
      return (
        <TextInput
          size="sm"
          label={t('kit.filter.contains', { column: label })}
          value={draft.contains ?? ''}
          error={fault}
          data-autofocus
          onChange={(event) => setDraft({ ...draft, contains: event.currentTarget.value })}
        />
      )
    case 'integer':
    case 'decimal':
      return (
        <Group gap={8} grow align="flex-start" wrap="nowrap">
          <TextInput
            inputMode="decimal"
            label={t('kit.filter.from')}
            value={draft.from ?? ''}
            error={fault}
            onChange={(event) => setDraft({ ...draft, from: event.currentTarget.value })}
          />
          <TextInput
            inputMode="decimal"
            label={t('kit.filter.to')}
            value={draft.to ?? ''}
            error={Boolean(fault)}
            onChange={(event) => setDraft({ ...draft, to: event.currentTarget.value })}
          />
        </Group>
      )
    case 'date':
    case 'instant':
      return (
        <DateWords>
          <DayChoices onChoose={onApply} />
          <DatePickerInput
            type="range"
            allowSingleDateInRange
            clearable
            label={label}
            placeholder={t('kit.filter.anyDay')}
            popoverProps={{ withinPortal: false }}
            value={[draft.from ?? null, draft.to ?? null]}
            onChange={([from, to]) => setDraft({ from: from ?? undefined, to: to ?? undefined })}
          />
        </DateWords>
      )
    case 'flag':
      return (
        <SegmentedControl
          fullWidth
          aria-label={label}
          data={[
            { value: 'any', label: t('kit.filter.any') },
            { value: 'yes', label: t('kit.yes') },
            { value: 'no', label: t('kit.no') },
          ]}
          value={draft.is === undefined ? 'any' : draft.is ? 'yes' : 'no'}
          onChange={(choice) => setDraft(choice === 'any' ? {} : { is: choice === 'yes' })}
        />
      )
    case 'choice':
    case 'choices':
      return (
        <Checkbox.Group label={label} value={draft.in ?? []} onChange={(chosen) => setDraft({ in: chosen })}>
          <Stack gap={6} mt={6} mah={240} style={{ overflowY: 'auto' }}>
            {(column.values ?? []).map((value) => (
              <Checkbox key={value} value={value} label={words.state(column.words ?? '', value)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
  }
}

function faultOf(t: Translate, column: Column, draft: FilterValue): string | null {
  if (column.type === 'text' || column.type === 'code') {
    const text = draft.contains?.trim() ?? ''
    return text.length > 0 && text.length < keywordMinimum
      ? t('kit.filter.tooShort', { count: keywordMinimum })
      : null
  }
  if (column.type === 'integer' || column.type === 'decimal') {
    const bad = [draft.from, draft.to].some((part) => part && !/^-?\d{1,15}(\.\d{1,6})?$/.test(part))
    return bad ? t('kit.filter.noNumber') : null
  }
  return null
}
