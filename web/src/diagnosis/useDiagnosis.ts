import { findings, getDiagnosis } from '@kervan/contract/diagnosis/diagnosis'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { read } from '../kit/call/query.ts'

/** Milliseconds between two looks at a run under way. */
const lookEvery = 700

/** Where the diagnosis stands; looked at again while a run is under way, and the findings are read anew after it. */
export function useDiagnosis(runId: string | undefined) {
  const queries = useQueryClient()
  const asked = useQuery({
    ...read(getDiagnosis, runId ? { runId } : {}),
    refetchInterval: ({ state: { data } }) => (data?.running ? lookEvery : false),
    retry: false,
  })
  const isRunning = Boolean(asked.data?.running)
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !isRunning)
      void queries.invalidateQueries({ queryKey: [findings.page.group, findings.page.operation] })
    was.current = isRunning
  }, [isRunning, queries])
  return asked
}
export type AskedDiagnosis = ReturnType<typeof useDiagnosis>
