import type { Column } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { asText } from '../values/asText.ts'
import { useWords } from '../i18n/words.ts'
import { sayIssue } from '../form/issues.ts'
import { toRefused } from '../call/refused.ts'
import { showRefused } from '../feedback/dialogs.ts'
import css from './grid.module.css'
import { isInMemory } from './gridState.ts'
import type { GridModel } from './useGridModel.ts'
import type { GridRowData } from './useGridRows.ts'

/** One value, changed in its position: Enter keeps it, Escape leaves it. When somebody was faster both values are shown. */
export function EditCell({
  grid,
  row,
  name,
  column,
}: {
  grid: GridModel
  row: GridRowData
  name: string
  column: Column
}) {
  const { t, column: columnLabel } = useWords()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(() => asText(row[name]))
  const [error, setError] = useState<string | null>(null)
  const [theirs, setTheirs] = useState(false)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const edit = grid.edit[name]
  const position = grid.keys.active
  const id = `edit-${row.id}`

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const { list } = grid
  const refresh = async () => {
    if (!isInMemory(list)) await queries.invalidateQueries({ queryKey: [list.page.group] })
  }
  const leave = () => {
    grid.stopEdit()
    grid.keys.focus(position.row, position.column)
  }
  const keep = async () => {
    if (!edit || 'start' in edit || busy) return
    const value = column.type === 'integer' ? Number(typed) : typed
    const parsed = edit.schema.safeParse(typed.trim() === '' ? undefined : value)
    if (!parsed.success) {
      setError(sayIssue(t, parsed.error.issues[0]?.message ?? ''))
      input.current?.focus()
      return
    }
    if (parsed.data === row[name]) return leave()
    setBusy(true)
    try {
      await edit.save(row, parsed.data as never)
      await refresh()
      leave()
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (refused.status === 409) {
        await refresh()
        setTheirs(true)
        setError(refused.message)
      } else if (refused.status === 422) setError(refused.message)
      else showRefused(refused)
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') {
      event.preventDefault()
      void keep()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
  }

  return (
    <>
      <input
        ref={input}
        className={css.editor}
        value={typed}
        inputMode={column.type === 'integer' || column.type === 'decimal' ? 'decimal' : 'text'}
        aria-label={t('kit.grid.edit', { column: columnLabel(name) })}
        aria-invalid={error !== null}
        aria-describedby={error ? id : undefined}
        readOnly={busy}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (!event.relatedTarget || !event.currentTarget.parentElement?.contains(event.relatedTarget))
            void keep()
        }}
      />
      {error && (
        <div id={id} role="alert" className={css.editError}>
          {error}
          {theirs && (
            <span className={css.editChoice}>
              <Button size="xs" variant="default" onClick={leave}>
                {t('kit.grid.keepTheirs', { value: asText(row[name]) })}
              </Button>
              <Button size="xs" onClick={() => void keep()}>
                {t('kit.grid.useMine', { value: typed })}
              </Button>
            </span>
          )}
        </div>
      )}
    </>
  )
}
