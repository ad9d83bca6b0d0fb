import { describe, expect, it } from 'vitest'
import { filesOf } from '../../src/renderer/lib/picked-files.ts'
import { begin, type Entered } from '../../src/renderer/screens/onboarding/entered.ts'
import { takeIn } from '../../src/renderer/screens/onboarding/taking.ts'
import { readFiles } from '../../src/renderer/screens/scan/read-file.ts'
import { setBridge } from '../../src/renderer/state/bridge.ts'
import { uuidOf } from './fake-data.ts'

/** A folder, as browsers hand it over when it is dropped: a file that no byte can be read of. */
class Folder extends File {
  constructor() {
    super([], 'keys')
  }
  override text(): Promise<string> {
    return Promise.reject(new DOMException('', 'NotReadableError'))
  }
  override slice(): Blob {
    return this
  }
}

describe('a file that cannot be read', () => {
  it('is told as such where codes are looked for, and not looked for for ever', async () => {
    const decoder = { decode: () => Promise.resolve(null), close: () => undefined }
    expect(await readFiles([new Folder()], decoder, () => true)).toEqual({
      ...{ kind: 'problem', text: 'This cannot be read. If it is a folder, choose a file in it.' },
    })
  })

  it('is named among those that were given for an account, which are read all the same', async () => {
    const given = await filesOf([new Folder(), new File(['key'], 'key.txt')])
    expect(given.map(({ name, text, isUnread }) => [name, text, isUnread])).toEqual([
      ['keys', '', true],
      ['key.txt', 'key', undefined],
    ])
  })
})

describe('what stood in files', () => {
  const secret = '22'.repeat(32)
  const text = JSON.stringify({
    ...{ app_id: uuidOf('bot'), session_id: uuidOf('session') },
    ...{ server_public_key: '11'.repeat(32), session_private_key: secret },
  })
  const files = [{ name: 'keystore.json', text, remove: null }]
  const results = [{ source: 0, outcome: 'added', kind: 'session', account: null, problem: null }]
  const entered = (over: Partial<Entered>): Entered => ({
    ...begin({
      ...{ way: 'import', phrase: '', state: null as never, resume: null, lost: null, fromBackup: false }, // no step looks at it
      ...{ onDone: () => undefined, onBegun: () => undefined, onBack: () => undefined },
    }),
    ...{ given: { text: '', pasted: false, files } },
    ...over,
  })

  it('is forgotten once it was taken, while their names stay to be deleted by', async () => {
    setBridge({
      invoke: (name) =>
        Promise.resolve({
          ok: true,
          value: name === 'accounts.importAll' ? { results } : { account: uuidOf('bot'), stage: 'ready' },
        }),
      subscribe: () => () => undefined,
    })
    for (const several of [false, true]) {
      const change = await takeIn(entered({ several }))
      expect(change.files?.map(({ name }) => name)).toEqual(['keystore.json'])
      expect(JSON.stringify(change)).not.toContain(secret)
    }
  })
})
