import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// The side of the thread: what each script of a thread imports.

/** The way to who asks. */
export const port = parentPort!

// Who waits for an answer of the portal or the database goes before work in threads. On other systems this would hold for
// the whole process.
if (process.platform === 'linux') setPriority(5)

/**
 * Answers each message with what `work` makes of it, one after the other; `moved` names what goes over without a copy.
 * What goes wrong ends the thread, and with it the waiting of who asked.
 */
export function answerEach<Question, Answer>(
  work: (question: Question) => Answer | Promise<Answer>,
  moved: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  port.on('message', (question: Question) => {
    void (async () => {
      const answer = await work(question)
      port.postMessage(answer, moved(answer))
    })()
  })
}
