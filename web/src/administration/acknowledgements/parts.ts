import type { saveAcknowledgementDraft } from '@kervan/contract/administration/acknowledgement-drafts'
import type { AcknowledgementVersion } from '@kervan/contract/administration/acknowledgement-versions'
import type { InputOf } from '@kervan/contract/kit/call'
import { languages } from '@kervan/contract/kit/values'

// What is written of an acknowledgement, taken apart: two who write the German title and the Turkish text are in nobody's way.

export type Written = Pick<InputOf<typeof saveAcknowledgementDraft>, 'kind' | 'title' | 'text' | 'changes'>
/** By the names of the form's fields: `kind`, `title.en`, … */
export type Parts = Record<string, string>

export const said = ['title', 'text', 'changes'] as const
export const nothing = { en: '', tr: '', de: '' }

export function partsOf(written: Written): Parts {
  return {
    kind: written.kind,
    ...Object.fromEntries(
      said.flatMap((what) => languages.map((language) => [`${what}.${language}`, written[what][language]])),
    ),
  }
}

export function writtenOf(parts: Parts): Written {
  const inAll = (what: (typeof said)[number]) => ({
    en: parts[`${what}.en`] ?? '',
    tr: parts[`${what}.tr`] ?? '',
    de: parts[`${what}.de`] ?? '',
  })
  return {
    kind: parts['kind'] === 'PortaMate' ? 'PortaMate' : 'User',
    title: inAll('title'),
    text: inAll('text'),
    changes: inAll('changes'),
  }
}

/** How the version after this one begins: nothing is different yet. */
export function nextOf({ kind, content }: AcknowledgementVersion): Written {
  return { kind, title: content.title, text: content.text, changes: nothing }
}
