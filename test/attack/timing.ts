import { randomBytes, randomInt } from 'node:crypto'
import { loadCurves } from '#platform'
import { type Curve, installCurve, nobleCurve, signWithScalar } from '#protocol'

/*
 * Whether time follows a secret, as dudect looks for it (Reparaz, Balasch, Verbauwhede 2017): one fixed secret against random ones, in random
 * order, Welch's t over the times, at several cuts since late samples are only the machine. For an idle machine; never part of npm test.
 */

/** Above this the two classes differ for certain. */
const T_MAX = 5
const CUTS = [1, 0.95, 0.9, 0.75, 0.5]
const PREPARED = 4_096

interface Act {
  readonly name: string
  readonly samples: number
  /** Runs once with a secret scalar. */
  readonly run: (curve: Curve, secret: Uint8Array) => unknown
}

const POINT = nobleCurve.multiplyBase(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 9 : 0)))
const OTHER = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : at + 1))
const MESSAGE = 'ab'.repeat(32)
const widenedBy = (secret: Uint8Array): Uint8Array => Uint8Array.from({ length: 64 }, (_, at) => secret[at] ?? 0)
const repeated = (secret: Uint8Array): Uint8Array => Uint8Array.from({ length: 64 }, (_, at) => secret[at % 32] ?? 0)

const ACTS: readonly Act[] = [
  { name: 'base point times a secret', samples: 200_000, run: (curve, secret) => curve.multiplyBase(secret) },
  { name: 'point times a secret', samples: 60_000, run: (curve, secret) => curve.multiply(POINT, secret) },
  { name: 'sum of secrets', samples: 400_000, run: (curve, secret) => curve.addScalars(secret, OTHER) },
  { name: 'product of secrets', samples: 400_000, run: (curve, secret) => curve.multiplyScalars(secret, OTHER) },
  { name: 'secret modulo the order', samples: 400_000, run: (curve, secret) => curve.reduceScalar(repeated(secret)) },
  // Without the check before release: what it looks at, and takes its time about, is public.
  { name: 'a signature', samples: 60_000, run: (_, secret) => signWithScalar(secret, MESSAGE, { verify: () => true }) },
]

interface Sum {
  count: number
  mean: number
  squares: number
}

function taken(sum: Sum, value: number): void {
  sum.count += 1
  const off = value - sum.mean
  sum.mean += off / sum.count
  sum.squares += off * (value - sum.mean)
}

/** Welch's t of two classes of times. */
function welch(times: Float64Array, classes: Uint8Array, limit: number): number {
  const [a, b]: [Sum, Sum] = [
    { count: 0, mean: 0, squares: 0 },
    { count: 0, mean: 0, squares: 0 },
  ]
  times.forEach((time, at) => {
    if (time <= limit) taken(classes[at] === 0 ? a : b, time)
  })
  const spread = a.squares / (a.count - 1) / a.count + b.squares / (b.count - 1) / b.count
  return Math.abs(a.mean - b.mean) / Math.sqrt(spread)
}

/** The worst t of an act over all cuts. */
function worstOf(curve: Curve, { samples, run }: Act): number {
  // Few bits set, which is what a table looked up by digits shows best.
  const fixed = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0))
  const random = Array.from({ length: PREPARED }, () => nobleCurve.reduceScalar(randomBytes(64)))
  const same = Array.from({ length: PREPARED }, () => nobleCurve.reduceScalar(widenedBy(fixed)))
  // Both are read from one place, so that the value makes the difference and not where it lies.
  const secret = new Uint8Array(32)
  const times = new Float64Array(samples)
  const classes = Uint8Array.from({ length: samples }, () => randomInt(2))
  const secretAt = (at: number) => (classes[at] === 0 ? same : random)[at % PREPARED] ?? fixed
  for (let at = 0; at < 2_000; at++) {
    secret.set(secretAt(at))
    run(curve, secret)
  }
  for (let at = 0; at < samples; at++) {
    secret.set(secretAt(at))
    const began = process.hrtime.bigint()
    run(curve, secret)
    times[at] = Number(process.hrtime.bigint() - began)
  }
  const sorted = times.toSorted()
  return Math.max(...CUTS.map((cut) => welch(times, classes, sorted[Math.floor((samples - 1) * cut)] ?? 0)))
}

/** Measures the compiled arithmetic, and the others for comparison, which promise nothing. Answers how many acts of the first follow the secret. */
export async function runTiming(): Promise<number> {
  let failed = 0
  for (const curve of [...(await loadCurves()), nobleCurve]) {
    installCurve(curve)
    for (const act of ACTS) {
      const samples = curve.kind === 'native' ? act.samples : Math.ceil(act.samples / 20)
      const t = worstOf(curve, { ...act, samples })
      const isHeld = curve.kind === 'native'
      if (isHeld && t >= T_MAX) failed += 1
      const verdict = t < T_MAX ? 'ok' : isHeld ? 'FOLLOWS THE SECRET' : 'follows the secret, as said in Settings'
      process.stdout.write(
        `${curve.kind.padEnd(12)} ${act.name.padEnd(28)} t = ${t.toFixed(2).padStart(7)}  ${verdict}\n`,
      )
    }
  }
  return failed
}
