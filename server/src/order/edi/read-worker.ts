import { parentPort } from 'node:worker_threads'
import { readEdi } from './read.ts'

// The thread in which EDI files are read, one after the other.

const port = parentPort!

port.on('message', (bytes: Uint8Array) => port.postMessage(readEdi(bytes)))
