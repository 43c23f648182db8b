/**
 * Chances that demand reaches k units, for k from 0 to `most`: negative binomial with this mean and variance over mean,
 * Poisson where the latter is 1. Non-increasing, the first is 1.
 */
export function tail(mean: number, dispersion: number, most: number): Float64Array {
  const reached = new Float64Array(most + 1)
  reached[0] = 1
  if (mean <= 0) return reached
  const isPoisson = dispersion <= 1 + 1e-9
  const size = isPoisson ? Infinity : mean / (dispersion - 1)
  const share = isPoisson ? 0 : 1 - 1 / dispersion
  // The chance of exactly k; where that of none is too small for a number, the distribution is a normal one.
  let exactly = isPoisson ? Math.exp(-mean) : dispersion ** -size
  if (exactly < 1e-280) return normalTail(mean, mean * dispersion, most)
  let below = 0
  for (let k = 1; k <= most; k++) {
    below += exactly
    reached[k] = Math.max(0, 1 - below)
    exactly *= isPoisson ? mean / k : (share * (size + k - 1)) / k
  }
  return reached
}

function normalTail(mean: number, variance: number, most: number): Float64Array {
  const reached = new Float64Array(most + 1)
  for (let k = 0; k <= most; k++)
    reached[k] = k === 0 ? 1 : 1 / (1 + Math.exp((1.702 * (k - 0.5 - mean)) / Math.sqrt(variance)))
  return reached
}

/** Expected days of the horizon without stock when `stock` units lie there: those after the last unit is sold. */
export function stockOutDays(stock: number, rate: number, days: number): number {
  if (rate <= 0) return 0
  return Math.max(0, days - stock / rate)
}
