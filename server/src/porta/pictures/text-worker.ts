import { answerEach } from '../../kit/work/in-thread.ts'
import { openRecogniser } from './recognise.ts'
import { readText, type Known } from './text.ts'

// The thread in which the text of pictures is read, one picture after the other.

/** What the thread is given for each picture. */
export type Question = { bytes: Uint8Array; known: Known }

const recogniser = openRecogniser()

answerEach(async ({ bytes, known }: Question) => readText(bytes, await recogniser, known))
