import { describe, expect, it } from 'vitest'
import { filesOf, type PickedFile } from '../../src/renderer/lib/picked-files.ts'
import { begin } from '../../src/renderer/screens/onboarding/entered.ts'
import { takeIn } from '../../src/renderer/screens/onboarding/taking.ts'
import { setBridge } from '../../src/renderer/state/bridge.ts'
import { uuidOf } from './fake-data.ts'

/* What of the files that were given may be deleted once their account works: whoever follows that offer has no other copy. */

const file = (name: string, text = name): PickedFile => ({ name, text, remove: () => Promise.resolve() })
const session = (name: string) =>
  JSON.stringify({
    ...{ app_id: uuidOf(name), session_id: uuidOf(`session ${name}`) },
    ...{ server_public_key: '11'.repeat(32), session_private_key: '22'.repeat(32) },
  })

/** Files that are left to be deleted after these were taken in. */
async function leftOf(files: readonly PickedFile[], several: boolean, value: unknown, text = ''): Promise<string[]> {
  setBridge({ invoke: () => Promise.resolve({ ok: true, value }), subscribe: () => () => undefined })
  const entered = begin({
    ...{ way: 'import', phrase: '', state: {}, resume: null, lost: null, fromBackup: false },
    ...{ onDone: () => undefined, onBegun: () => undefined, onBack: () => undefined },
  } as unknown as Parameters<typeof begin>[0]) // the state is not looked at
  const taken = await takeIn({ ...entered, several, given: { text, pasted: false, files } })
  return (taken.files ?? []).map(({ name }) => name)
}

describe('files of several accounts', () => {
  const result = (source: number, outcome: string) => ({ source, outcome, kind: 'session', account: null })

  it('are not needed any more where all that they held was taken in', async () => {
    const results = [result(0, 'added'), result(1, 'refused'), result(2, 'unused'), result(3, 'used')]
    const files = ['taken', 'refused', 'of nobody here', 'key'].map((name) => file(name))
    expect(await leftOf(files, true, { results })).toEqual(['taken', 'key'])
  })

  it('are counted behind what was pasted, and without those of which nothing was read', async () => {
    const results = [result(0, 'refused'), result(1, 'renewed'), result(2, 'watched'), result(2, 'refused')]
    const files = [file('folder', ''), file('taken'), file('half taken')]
    expect(await leftOf(files, true, { results }, 'pasted')).toEqual(['taken'])
  })
})

describe('files of one account', () => {
  it('are not needed any more, but for those that hold something else', async () => {
    const files = [
      file('session', session('a')),
      file('words of a messenger', `${'zoo '.repeat(13)}`),
      file('folder', ''),
    ]
    expect(await leftOf(files, false, { stage: 'ready' })).toEqual(['session'])
  })

  it('stay where they are longer than what was read of them', async () => {
    const long = new File([session('a'), ' '.repeat(20_000), session('b')], 'long')
    const whole = new File([session('a'), ' '.repeat(1000)], 'whole')
    const results = [0, 1].map((source) => ({ source, outcome: 'added', kind: 'session', account: null }))
    expect(await leftOf(await filesOf([long]), false, { stage: 'ready' })).toEqual([])
    expect(await leftOf(await filesOf([long, whole]), true, { results })).toEqual(['whole'])
  })
})
