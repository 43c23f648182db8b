import { existing } from '@kervan/contract/kit/typed'
import type { EvidenceAnswer, PackEvidenceSource } from './port.ts'
import { answerWith } from './port.ts'

/**
 * The services for the state of packs, and the pages for their movements and sales. One of both is enough for an answer;
 * pages are not asked where the services do not take the user or are busy.
 */
export const openBoth = (services: PackEvidenceSource, pages: PackEvidenceSource): PackEvidenceSource => ({
  async ask({ packs, onAnswer = () => {}, ...inquiry }) {
    const answers: EvidenceAnswer[] = []
    const tell = (index: number, answer: EvidenceAnswer) => {
      answers[index] = answer
      onAnswer(index, answer)
    }
    const said = await services.ask({ packs, ...inquiry })
    for (const [index, answer] of said.entries()) if (!mayBeOnPages(answer)) tell(index, answer)
    const further = [...said.keys()].filter((index) => mayBeOnPages(existing(said[index])))
    await pages.ask({
      packs: further.map((index) => existing(packs[index])),
      ...inquiry,
      onAnswer(at, page) {
        const index = existing(further[at])
        tell(index, together(existing(said[index]), page))
      },
    })
    return answers
  },
})

const mayBeOnPages = (answer: EvidenceAnswer): boolean =>
  'evidence' in answer ||
  (answer.kind === 'failed' && (answer.problem === 'Unavailable' || answer.problem === 'Malformed'))

function together(service: EvidenceAnswer, page: EvidenceAnswer): EvidenceAnswer {
  if (!('evidence' in service)) return page
  if (!('evidence' in page)) return service
  const { lotNumber, expiryDate, movements, sale, source, readAt, ownerGln } = page.evidence
  return answerWith({
    ...service.evidence,
    ownerGln: service.evidence.ownerGln ?? ownerGln,
    lotNumber,
    expiryDate,
    movements,
    sale,
    source,
    readAt,
  })
}
