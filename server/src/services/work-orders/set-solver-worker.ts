import { solveSets, type SetAnswer, type SetLimits, type SetProblem } from '@kervan/engine/sets'
import { loadHighs, type Highs } from '@kervan/engine/highs'
import { answerEach } from '../../kit/work/in-thread.ts'

// The thread in which size sets are solved. It is thrown away after some questions, after an error and after the time that
// it is given, because what HiGHS has taken of memory it never gives back.

export type SetQuestion = { problem: SetProblem; limits: SetLimits; megabytes: number }

const pageBytes = 65_536
let most = 0
let wasRefused = false
// The heap of a thread does not count the memory of WebAssembly, so its bound is kept here.
type Growing = { readonly buffer: ArrayBuffer; grow: (pages: number) => number }
const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Growing } } })
  .WebAssembly.Memory
const { grow } = prototype
prototype.grow = function (this: Growing, pages: number): number {
  wasRefused ||= this.buffer.byteLength + pages * pageBytes > most
  if (wasRefused) throw new RangeError('out of the memory of the solver')
  return grow.call(this, pages)
}

let highs: Promise<Highs> | null = null

answerEach(async ({ problem, limits, megabytes }: SetQuestion): Promise<SetAnswer> => {
  most = megabytes * 1_024 * 1_024
  wasRefused = false
  try {
    highs ??= loadHighs()
    return solveSets(await highs, problem, limits)
  } catch (error) {
    // Another instance answers the next question.
    highs = null
    if (wasRefused) return 'Memory'
    throw error
  }
})
