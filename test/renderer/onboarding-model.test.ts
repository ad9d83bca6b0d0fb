import { describe, expect, it } from 'vitest'
import { passphraseProblem } from '../../src/renderer/lib/passphrase.ts'
import {
  isWhole,
  lookAtSources,
  permissionProblem,
  quizAnswer,
  readPhrase,
  stepsOf,
  withFiles,
} from '../../src/renderer/screens/onboarding/model.ts'
import { uuidOf } from './fake-data.ts'

const WORDS = Array.from({ length: 24 }, (_, at) => 'abcdefghijklmnopqrstuvwx'.charAt(at).repeat(3))

describe('a phrase as it is typed or pasted', () => {
  it('is whole with 24 words, whatever stands between them', () => {
    expect(isWhole(readPhrase(WORDS.join('\n')))).toBe(true)
    expect(isWhole(readPhrase(WORDS.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join(', ')))).toBe(true)
  })

  it('names what cannot be a word', () => {
    expect(readPhrase('tent cru8mble').problem).toContain('cru8mble')
  })

  it('says how many words are too many', () => {
    expect(readPhrase([...WORDS, 'zoo'].join(' ')).problem).toBe('That is 25 words; a phrase has 24.')
  })

  it('goes to the wallet in lower case and without blanks', () => {
    expect(quizAnswer([' Tent', 'CARGO '])).toEqual(['tent', 'cargo'])
  })
})

describe('files that are chosen', () => {
  const named = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({ name: `key ${from + at}` }))

  it('are read up to so many, and the others are named rather than passed over', () => {
    const none = { files: [], left: [] }
    expect(withFiles(none, named(0, 31)).left).toEqual([])
    const { files, left } = withFiles({ ...none, files: named(0, 30) }, named(30, 33))
    expect(files).toEqual(named(0, 31))
    expect(left).toEqual(['key 31', 'key 32'])
    // Once there is room, what is chosen again is read.
    expect(withFiles({ files: files.slice(2), left }, named(31, 33))).toEqual({ files: named(2, 33), left: [] })
  })

  it('stay named until each of them is chosen again', () => {
    const before = { files: named(0, 30), left: ['key 31', 'key 32'] }
    expect(withFiles(before, named(32, 33))).toEqual({ files: [...named(0, 30), ...named(32, 33)], left: ['key 31'] })
    expect(withFiles({ ...before, files: named(0, 31) }, named(33, 34)).left).toEqual(['key 31', 'key 32', 'key 33'])
  })
})

describe('a keystore before it is imported', () => {
  const [hex, base64] = ['0a'.repeat(32), Buffer.from('0a'.repeat(32), 'hex').toString('base64')]
  const session = { app_id: uuidOf('app'), session_id: uuidOf('session'), session_private_key: hex }
  const keystore = { ...session, server_public_key: hex }

  const one = (...texts: readonly string[]) => {
    const looked = lookAtSources(texts)
    return looked?.kind === 'one' ? looked.look : looked
  }

  it('names its account and says whether a spend key is in it', () => {
    const text = JSON.stringify(keystore)
    expect(one(text)).toEqual({ appId: uuidOf('app'), form: 'dashboard', hasSpendKey: false, ignored: [] })
    expect(one(`${text}\n${hex}`)).toMatchObject({ hasSpendKey: true })
    expect(one(text, hex)).toMatchObject({ hasSpendKey: true })
    expect(one(JSON.stringify({ ...keystore, spend_private_key: hex }))).toMatchObject({ hasSpendKey: true })
  })

  it('takes the service’s key in each of its forms', () => {
    expect(one(JSON.stringify({ ...session, pin_token_base64: base64 }))).toMatchObject({ appId: uuidOf('app') })
    expect(one(JSON.stringify({ ...session, pin_token: base64 }))).toMatchObject({ appId: uuidOf('app') })
  })

  it('names what it does not use, a PIN and a TIP key among it', () => {
    expect(one(JSON.stringify({ ...keystore, pin: '123456', client_secret: 'x' }))).toMatchObject({
      ignored: ['pin', 'client_secret'],
    })
  })

  it.each([
    ['half a file', '{"app_id":', 'That is not whole. Paste the whole file, from { to }.'],
    ['a list', '[]', 'No account is named in it: it is not the file that the dashboard gave you.'],
    ['a key alone', hex, 'That is a spend key alone. Add the account’s file too.'],
    ['no session', JSON.stringify({ ...keystore, session_id: '' }), 'Its session_id is missing or not valid.'],
    ['no key of the service', JSON.stringify(session), 'Its server_public_key is missing or not valid.'],
  ])('says what is wrong with %s', (_, text, problem) => {
    expect(lookAtSources([text])).toMatchObject({ kind: 'none', problem })
  })

  it('is one of several where there is more than one account, with a line for each thing and its file', () => {
    const other = { ...keystore, app_id: uuidOf('other') }
    const looked = lookAtSources([JSON.stringify(keystore), `${JSON.stringify(other)}\n${hex}`, 'no such thing'])
    expect(looked).toMatchObject({ kind: 'several', accounts: 2 })
    expect(looked?.lines.map(({ source, good }) => [source, good])).toEqual([
      [0, true],
      [1, true],
      [1, true],
      [2, false],
    ])
  })

  it('is nothing yet while nothing was given', () => {
    expect(lookAtSources(['  ', ''])).toBeNull()
  })
})

describe('the steps to an account', () => {
  const plan = {
    way: 'import',
    vault: { passphrase: true, store: 'keychain' },
    stage: null,
    restored: 'phrase',
  } as const

  it('name the registration of a key that was brought along only where the network does not know it', () => {
    expect(stepsOf({ ...plan, unregistered: false })).toEqual(['keystore', 'key', 'phrase', 'done'])
    expect(stepsOf({ ...plan, unregistered: true })).toEqual(['keystore', 'key', 'phrase', 'register', 'done'])
  })

  it('name what a new key takes only once one is wanted', () => {
    expect(stepsOf({ ...plan, restored: null, unregistered: false })).toEqual(['keystore', 'key', 'done'])
    expect(stepsOf({ ...plan, restored: 'new', unregistered: false })).toEqual([
      ...['keystore', 'key', 'words', 'quiz', 'register', 'done'],
    ])
  })
})

describe('the steps of several accounts', () => {
  const plan = {
    way: 'import',
    vault: { passphrase: true, store: 'keychain' },
    stage: null,
    restored: null,
    unregistered: false,
  } as const

  it('end with what came in, and then name what the account lacks that is set up', () => {
    expect(stepsOf({ ...plan, several: { stage: null } })).toEqual(['keystore', 'results'])
    expect(stepsOf({ ...plan, several: { stage: 'needs_registration' } })).toEqual([
      ...['keystore', 'results', 'register', 'done'],
    ])
    expect(stepsOf({ ...plan, restored: 'phrase', several: { stage: 'needs_key' } })).toEqual([
      ...['keystore', 'results', 'key', 'phrase', 'done'],
    ])
  })
})

describe('a new passphrase', () => {
  const strong = { score: 4, weak: null } as const

  it('is refused at the field that has to change', () => {
    expect(passphraseProblem('short', 'short', null)).toMatchObject({
      field: 'passphrase',
      text: expect.stringMatching(/^5 more characters/),
    })
    expect(passphraseProblem('four random words', 'four random word', strong)?.field).toBe('repeated')
  })

  it('is refused with the reason that the wallet gives, and with what helps', () => {
    const problem = passphraseProblem('qwertyuiop12', 'qwertyuiop12', { score: 1, weak: 'row' })
    expect(problem?.field).toBe('passphrase')
    expect(problem?.text).toMatch(/side by side.*Add words/)
  })

  it('is fine when it is long enough and repeated', () => {
    expect(passphraseProblem('four random words', 'four random words', strong)).toBeNull()
  })
})

describe('a permission as it is pasted', () => {
  it('goes on with the keys of an authorization and with a token, whatever the service will say of them', () => {
    for (const text of [
      '{\n "app_id": "x"\n}',
      ' eyJhbGciOiJ.eyJpc3MiOiJ.c2lnbmF0dXJl ',
      'Bearer eyJhbGciOiJ.eyJpc3MiOiJ.c2ln',
    ]) {
      expect(permissionProblem(text)).toBeNull()
    }
  })

  it('is asked for again at once where it is nothing of the kind', () => {
    expect(permissionProblem('  ')).toBe('Paste the permission.')
    for (const text of ['Dear Maya, here it is', '{"app_id": ', 'token']) {
      expect(permissionProblem(text)).toMatch(/^That is neither an access token .* Copy it again/)
    }
  })
})
