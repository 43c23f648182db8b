import { answerEach } from '../../kit/work/in-thread.ts'
import { readCodes } from './codes.ts'

// The thread in which codes in pictures are read, one picture after the other.

answerEach((bytes: Uint8Array) => readCodes(bytes))
