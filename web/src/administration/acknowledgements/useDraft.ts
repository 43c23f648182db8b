import {
  getAcknowledgementDraft,
  saveAcknowledgementDraft,
  type AcknowledgementDraft,
} from '@kervan/contract/administration/acknowledgement-drafts'
import {
  getAcknowledgementVersion,
  type AcknowledgementVersion,
} from '@kervan/contract/administration/acknowledgement-versions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asText } from '../../kit/values/asText.ts'
import type { Merged } from '../../kit/form/conflict.ts'
import { read } from '../../kit/call/query.ts'
import { toRefused, type CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { nextOf, partsOf, writtenOf, type Parts, type Written } from './parts.ts'

export type DraftState =
  | { kind: 'nothing' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string; with: string }
  | { kind: 'failed'; message: string; isGone: boolean }

const afterMs = 1_500
const againAfterMs = 5_000

type About = {
  /** The version that is followed; null for something new. */
  base: AcknowledgementVersion | null
  /** What was kept when the editor was opened. */
  draft: AcknowledgementDraft | null
  /** The form as it stands. */
  written: Written
  /** The same at this moment, and how to put something else into one of its fields. */
  form: { getValues: () => Written; put: (name: string, value: string) => void }
  /** The user may read and save drafts. */
  mayKeep: boolean
  isOn: boolean
}

/**
 * Keeps what is written a moment after the last key, one save after the other. Where somebody else has saved or published
 * in between, theirs and what is written here are brought together part by part; it stops only while the user has to choose.
 */
export function useDraft({ base: began, draft, written, form, mayKeep, isOn }: About) {
  const queries = useQueryClient()
  const save = useCall(saveAcknowledgementDraft)
  const intCode = began?.intCode ?? null
  const now = partsOf(written)
  const [state, setState] = useState<DraftState>({ kind: 'nothing' })
  const [base, setBase] = useState(began)
  const [met, setMet] = useState<Merged<Parts> | null>(null)
  const [kept, setKept] = useState<Parts | null>(now)
  const [isOver, setOver] = useState(false)
  // What a save that is asked for while another is on its way must know when its turn comes, not when it was asked for.
  const stands = useRef({ base: began, revision: draft?.revision ?? 0, kept })
  const latest = useRef(now)
  const underWay = useRef<Promise<boolean> | null>(null)
  useEffect(() => {
    latest.current = now
  })
  const standsAs = (parts: Parts | null) => {
    stands.current.kept = parts
    setKept(parts)
  }

  const look = async () => {
    const { base: followed } = stands.current
    const [seen, answer] = await Promise.all([
      followed &&
        queries.fetchQuery({
          ...read(getAcknowledgementVersion, { intCode: followed.intCode, version: followed.version }),
          staleTime: 0,
        }),
      mayKeep ? queries.fetchQuery({ ...read(getAcknowledgementDraft, { intCode }), staleTime: 0 }) : null,
    ])
    const newest =
      seen && seen.newest > seen.version
        ? await queries.fetchQuery(
            read(getAcknowledgementVersion, { intCode: seen.intCode, version: seen.newest }),
          )
        : followed
    return { followed, newest, theirs: answer?.draft ?? null }
  }

  /**
   * Brings together what came too late and what was faster. `gone`: nobody has anything, the draft was thrown away;
   * `joined`: nothing contradicts; `choose`: both have written the same part, which stands as it was written here until the user has chosen.
   */
  const mergeConflict = async (
    refused: CallRefused,
    quietly = false,
  ): Promise<'gone' | 'joined' | 'choose'> => {
    const [{ followed, newest, theirs }, { mergeConflict: bringTogether }] = await Promise.all([
      look(),
      import('../../kit/form/conflict.ts'),
    ])
    const isPublished = followed !== null && newest !== null && newest.version > followed.version
    const found = theirs
      ? partsOf({ kind: theirs.kind, ...theirs.content })
      : isPublished
        ? partsOf(nextOf(newest))
        : null
    // Against another version stands everything that was done to the one before, kept in a draft or not.
    const was = isPublished ? partsOf(nextOf(followed)) : (stands.current.kept ?? {})
    stands.current = { ...stands.current, base: newest, revision: theirs?.revision ?? 0 }
    setBase(newest)
    standsAs(found)
    if (!found) return 'gone'
    const mine = partsOf(form.getValues())
    const { values, rows } = bringTogether<Parts>(was, mine, found)
    for (const [name, value] of Object.entries(values)) if (value !== mine[name]) form.put(name, value)
    latest.current = values
    const contradicts = rows.some(({ touched }) => touched)
    if (contradicts || isPublished || !quietly) setMet({ refused, base: was, theirs: found, rows, quietly })
    return contradicts ? 'choose' : 'joined'
  }

  /** `together`: with whose words these have just been brought together. */
  const send = async (together = ''): Promise<boolean> => {
    const sent = latest.current
    const { base: followed, revision } = stands.current
    setState({ kind: 'saving' })
    try {
      const answer = await save.attempt({
        intCode,
        version: followed?.version ?? 0,
        revision,
        ...writtenOf(sent),
      })
      if (!answer) return false
      stands.current.revision = answer.revision
      standsAs(sent)
      setState({ kind: 'saved', at: answer.savedAt, with: together })
      return true
    } catch (thrown) {
      const refused = toRefused(thrown)
      const way = refused.is('ChangedMeanwhile', 'DraftGone')
        ? await mergeConflict(refused, true).catch(() => null)
        : null
      if (way === 'joined') return send(asText(refused.facts['changedBy']))
      setState(
        way === 'choose'
          ? { kind: 'nothing' }
          : { kind: 'failed', message: refused.message, isGone: way === 'gone' },
      )
      return false
    }
  }
  /** Answers whether everything written is kept now. */
  const keep = async (): Promise<boolean> => {
    await underWay.current
    if (isSame(latest.current, stands.current.kept)) return true
    underWay.current = send()
    return underWay.current
  }
  const keepLater = useEffectEvent(() => void keep())
  const text = JSON.stringify(now)
  const isUnsaved = !isOver && !isSame(now, kept)
  const hasFailed = state.kind === 'failed'
  const mustChoose = met?.rows.some(({ touched }) => touched) ?? false
  const isStopped =
    !isOn || !isUnsaved || mustChoose || state.kind === 'saving' || (state.kind === 'failed' && state.isGone)
  useEffect(() => {
    // Counted from the last key: `text` is what was written with it.
    if (isStopped || text === '') return undefined
    const timer = setTimeout(keepLater, hasFailed ? againAfterMs : afterMs)
    return () => clearTimeout(timer)
  }, [text, isStopped, hasFailed])
  return {
    state,
    base,
    met,
    mustChoose,
    isUnsaved,
    isKept: draft !== null || state.kind === 'saved',
    keep,
    mergeConflict,
    /** Keeps what has been chosen, and goes on. */
    keepChosen: async () => {
      if (await keep()) setMet(null)
    },
    /** Under which version and revision a publication stands. */
    seen: () => ({
      version: stands.current.base?.version ?? 0,
      draft: mayKeep ? stands.current.revision : null,
    }),
    /** Waits for what is on its way and keeps nothing more; answers the revision that stands then. */
    end: async () => {
      setOver(true)
      await underWay.current
      return stands.current.revision
    },
    /** The end did not come: goes on keeping. */
    goOn: () => setOver(false),
  }
}

const isSame = (one: Parts, other: Parts | null) => JSON.stringify(one) === JSON.stringify(other)
