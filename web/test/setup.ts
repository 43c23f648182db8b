// Before any other style: CSS layers take the order in which a page first names them.
import '../src/kit/style/index.ts'
import { vi } from 'vitest'

// Waiting ends when what is waited for is there; how long that may take is a limit for what never comes. The second that
// `vi.waitFor` gives by itself is too short on a machine that is busy with others.

const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, ...options })

// React keeps a trace of each element and of each drawing for a profiler that looks on, which takes a third of its time.
// It asks for these once, when it is loaded.
for (const name of ['timeStamp', 'createTask']) Reflect.deleteProperty(console, name)
