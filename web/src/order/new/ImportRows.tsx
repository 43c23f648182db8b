import { acceptImportRemedy, importRows, type ImportView } from '@kervan/contract/order/order-import'
import { Button } from '@mantine/core'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowOf } from '@kervan/contract/kit/page'
import { callServer, saveFile } from '../../kit/call/client.ts'
import { showRefused } from '../../kit/feedback/dialogs.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptImport } from './currentImport.ts'
import css from './import.module.css'

type Row = RowOf<typeof importRows>

/** The rows to look at, with sheet, row, column and message, and the remedy where there is one (ORD-004). */
export function ImportRows({ view }: { view: ImportView }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [saving, setSaving] = useState(false)
  const accept = useCall(acceptImportRemedy, {
    failed: t('order.new.notAccepted'),
    onDone: (next) => {
      adoptImport(queries, next)
      void queries.invalidateQueries({ queryKey: ['OrderNew', 'GetImportRows'] })
    },
  })
  const download = async () => {
    setSaving(true)
    try {
      saveFile(
        await callServer(importRows.excel, {
          columns: ['result', 'sheet', 'row', 'column', 'value', 'message'],
          sort: importRows.defaultSort,
          filters: {},
          search: '',
          importId: view.id,
        }),
      )
    } catch (thrown) {
      showRefused(toRefused(thrown), t('order.new.rowsNotDownloaded'))
    } finally {
      setSaving(false)
    }
  }
  const take = (row: Row) => accept.run({ importId: view.id, rowId: row.id })
  const wordsOf = (row: Row) =>
    t(row.result === 'Confirm' ? 'order.new.confirmValue' : 'order.new.useValue', {
      value: row.remedy?.value ?? '',
    })
  return (
    <section className={css.rows} aria-label={t('order.new.rowsToCheck')}>
      <div className={css.rowsHead}>
        <h3 className={css.rowsTitle}>{t('order.new.rowsToCheck')}</h3>
        <Button
          variant="default"
          size="xs"
          loading={saving}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download()}
        >
          {t('order.new.downloadRows')}
        </Button>
      </div>
      <DataGrid
        list={importRows}
        scope={{ importId: view.id }}
        state="own"
        selectable={false}
        exportable={false}
        label={t('order.new.rowsToCheck')}
        nouns="order.new.findings"
        quickFilter="result"
        quickValues={['Refused', 'Rounded', 'Confirm']}
        quickCounts={view.findings}
        columns={{
          result: { width: 120, badge: true },
          sheet: { width: 130, grow: false, whenFilled: true },
          row: { width: 76 },
          column: { width: 140, grow: false },
          value: { width: 150, grow: false },
          message: { width: 380, grow: true },
        }}
        renderers={{
          value: (row) => <span className="k-mono">{row.value ?? ''}</span>,
          message: (row) => (
            <span className={css.message}>
              <span className="k-cut" title={row.message}>
                {row.message}
              </span>
              {row.remedy && (
                <button
                  type="button"
                  className={css.remedy}
                  disabled={accept.isPending}
                  onClick={() => void take(row)}
                >
                  {wordsOf(row)}
                </button>
              )}
            </span>
          ),
        }}
        rowActions={(row) =>
          row.remedy
            ? [{ key: 'use', label: wordsOf(row), icon: IconCheck, hotkey: 'u', run: () => void take(row) }]
            : []
        }
      />
    </section>
  )
}
