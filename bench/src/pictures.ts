import { readCodes } from '../../server/src/porta/pictures/codes.ts'
import { isCodeRight, judge, knownFromCode, madeUpPicture } from '../../server/src/porta/demo/ground-truth.ts'
import { openRecogniser } from '../../server/src/porta/pictures/recognise.ts'
import { readText } from '../../server/src/porta/pictures/text.ts'
import { ms, percentile, timed, within, type Figure } from './figures.ts'

const count = 200

/** Made-up screenshots, of which is known what stands in them. `say` is told of each value that is accepted and wrong. */
export async function benchPictures(say: (line: string) => void): Promise<Figure[]> {
  const recognise = await openRecogniser()
  const codeTimes: number[] = []
  const missTimes: number[] = []
  const textTimes: number[] = []
  let [codesRight, accepted, wrongIds, wrongValues] = [0, 0, 0, 0]
  await readCodes((await madeUpPicture(0)).bytes)
  for (let number = 0; number < count; number++) {
    const { shot, bytes } = await madeUpPicture(number)
    const times = shot.hasCode ? codeTimes : missTimes
    times.push(
      await timed(async () => {
        if (isCodeRight(shot, await readCodes(bytes))) codesRight++
        else say(`picture ${number}: the code was read as another one or not at all`)
      }),
    )
    const before = process.cpuUsage()
    const reading = await readText(bytes, recognise, knownFromCode(shot))
    const { user, system } = process.cpuUsage(before)
    textTimes.push((user + system) / 1_000)
    const verdicts = judge(shot, reading)
    const wrong = Object.entries(verdicts).filter(([, verdict]) => verdict === 'wrong')
    if (wrong.length > 0)
      say(`picture ${number}: accepted and wrong: ${wrong.map(([name]) => name).join(', ')}`)
    wrongValues += wrong.length
    if (verdicts.declarationId === 'right') accepted++
    if (verdicts.declarationId === 'wrong') wrongIds++
  }
  const share = accepted / count
  return [
    {
      work: `codes of ${count} screenshots`,
      measured: `p50 ${ms(percentile(codeTimes, 0.5))}, p95 ${ms(percentile(codeTimes, 0.95))}`,
      ratio: `${codesRight} right; p50 ${ms(percentile(missTimes, 0.5))} where there is none and a second look follows`,
      budget: '≤ 100 ms, all right',
      kept: within(percentile(codeTimes, 0.5), 100) && codesRight === count,
    },
    {
      work: 'their text, by votes',
      measured: `p50 ${ms(percentile(textTimes, 0.5))} of a core, p95 ${ms(percentile(textTimes, 0.95))}`,
      ratio: `${Math.round(share * 100)} % of the numbers of notifications accepted, ${wrongIds} of them wrong; other values accepted and wrong: ${wrongValues - wrongIds}`,
      budget: '≤ 3 s, ≥ 75 %, none wrong',
      kept: within(percentile(textTimes, 0.5), 3_000) && share >= 0.75 && wrongIds === 0,
    },
  ]
}
