import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CofferError } from '#protocol'
import { byEachCurve } from './curves.ts'
import type { Case, VectorFile } from './vector-case.ts'
import { KEY_GROUPS } from './vector-keys.ts'
import { SERVICE_GROUPS } from './vector-service.ts'
import { TRANSACTION_GROUPS } from './vector-transactions.ts'

/**
 * Golden cases of the kernel and the official SDK. VECTORS names another file with other cases in the same groups.
 * Every group of the file is run; one that is not known here fails.
 */
const path = process.env['VECTORS'] ?? fileURLToPath(new URL('../vectors/kernel.json', import.meta.url))
const file: VectorFile = JSON.parse(readFileSync(path, 'utf8'))

/** Groups whose `reject` or `kernel_error` is the kernel's own wording, which our error must repeat. */
const KERNEL_WORDING = ['transactionValidate', 'depositValidate', 'transactionDecodeReject']

const runners: Readonly<Record<string, (vector: never, file: VectorFile) => void>> = {
  ...KEY_GROUPS,
  ...TRANSACTION_GROUPS,
  ...SERVICE_GROUPS,
}

function run(group: string, vector: Case): void {
  const runner = Object.hasOwn(runners, group) ? runners[group] : undefined
  if (runner === undefined) throw new Error(`no runner for group ${group}`)
  // The file's shape is what the runner's parameter says; a wrong one fails in its expectations.
  runner(vector as never, file)
}

function refusal(group: string, vector: Case): CofferError {
  try {
    run(group, vector)
  } catch (error) {
    if (error instanceof CofferError) return error
    throw error
  }
  throw new Error(`accepted what must be refused: ${vector.reject}`)
}

describe('vector file', () => {
  it('has cases', () => {
    expect(Object.keys(file.groups).length).toBeGreaterThan(0)
    for (const { cases } of Object.values(file.groups)) expect(cases.length).toBeGreaterThan(0)
  })

  it('fails for a group that is not known', () => {
    expect(() => run('noSuchGroup', { id: 'noSuchGroup-01', in: {}, out: {} })).toThrow('no runner')
  })
})

byEachCurve(() => {
  for (const [group, { cases }] of Object.entries(file.groups)) {
    describe(group, () => {
      it.each(cases.map((vector): [string, Case] => [vector.id, vector]))('%s', (_id, vector) => {
        if (vector.reject === undefined) {
          run(group, vector)
          return
        }
        const error = refusal(group, vector)
        expect(error.code).toMatch(/^protocol\./)
        if (KERNEL_WORDING.includes(group)) expect(error.details['rule']).toBe(vector.kernel_error ?? vector.reject)
      })
    })
  }
})
