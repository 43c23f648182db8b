import { answerEach } from '../../kit/work/in-thread.ts'
import { readEdi } from './read.ts'

// The thread in which EDI files are read, one after the other.

answerEach((bytes: Uint8Array) => readEdi(bytes))
