import { crc32 } from 'node:zlib'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Credential,
  lookOf,
  montgomeryKey,
  parseKeystore,
  publicKeyFromScalar,
  publicKeyFromSeed,
  readCredentials,
  readingsOfKey,
  scalarFromSeed,
  whichKey,
} from '#protocol'
import { lookAtCredentials } from '#protocol/text'
import { aHash } from '../support/coins.ts'
import * as files from '../support/key-files.ts'
import { hexOf } from './arbitrary.ts'

const ID = '16c2c92e-620d-4046-8a43-7dacf53e0be9'
const SESSION_ID = '26c2c92e-620d-4046-8a43-7dacf53e0be9'
/** Each is made from a word, so that it is known which one is found. */
const keys = {
  session: aHash('session'),
  spend: aHash('spend'),
  tip: aHash('tip'),
  service: publicKeyFromSeed(aHash('server')),
  scalar: scalarFromSeed(aHash('spend')),
}
const held = { ...files, ...files.filesOf({ id: ID, sessionId: SESSION_ID, keys }) }
const json = (value: unknown): string => JSON.stringify(value, null, 2)

const session = {
  kind: 'session',
  userId: ID,
  sessionId: SESSION_ID,
  sessionPrivateKey: keys.session,
  pinPublicKey: montgomeryKey(keys.service),
  serverPublicKey: keys.service,
  spendKey: null,
  tipKey: null,
  pin: null,
  ignored: [],
} as const
const ofToken = { ...session, serverPublicKey: null } as const
const spend = { kind: 'spend-key', key: keys.spend } as const

const words = entropyToMnemonic(Buffer.from(keys.spend, 'hex'), wordlist)
const LEGAL = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** By the rule of the Messenger's programs for the phone, computed with zlib. */
const messenger13 = `${LEGAL} vapor`
const refused = (form: string, what = ''): object => ({ kind: 'refused', form, what })

const NAMES = [
  ...[
    'app_id',
    'client_id',
    'user_id',
    'session_id',
    'session_private_key',
    'private_key',
    'server_public_key',
    'ed25519',
  ],
  ...[
    'pin_token',
    'pin_token_base64',
    'spend_private_key',
    'spend_key',
    'tip_private_key',
    'pin',
    'authorization_id',
    'scope',
  ],
]

const KINDS: [string, string, object[]][] = [
  ['the dashboard’s file', json(held.dashboard), [{ ...session, form: 'dashboard' }]],
  [
    'the dashboard’s file with the spend key below',
    `${json(held.dashboard)}\n\n${keys.spend}\n`,
    [{ ...session, form: 'dashboard' }, spend],
  ],
  [
    'a joined file',
    json({ ...held.dashboard, spend_private_key: keys.spend }),
    [{ ...session, form: 'dashboard', spendKey: keys.spend }],
  ],
  [
    'a joined file with the spend key as 128 hex',
    json({ ...held.dashboard, spend_private_key: held.pairOf(keys.spend) }),
    [{ ...session, form: 'dashboard', spendKey: keys.spend }],
  ],
  [
    'a joined file with a scalar',
    json({ ...held.dashboard, spendKey: keys.scalar }),
    [{ ...session, form: 'dashboard', spendKey: keys.scalar }],
  ],
  ['a spend key of 128 hex', held.pairOf(keys.spend), [spend]],
  ['a scalar', keys.scalar, [{ kind: 'spend-key', key: keys.scalar }]],
  [
    'a scalar with its public key',
    keys.scalar + publicKeyFromScalar(keys.scalar),
    [{ kind: 'spend-key', key: keys.scalar }],
  ],
  ['a spend key with its name', `Spend key: 0x${keys.spend.toUpperCase()}`, [spend]],
  ['a spend key in an object', json({ spend_private_key: keys.spend }), [spend]],
  [
    'a legacy keystore with six digits',
    json({ ...held.legacy, pin: held.PIN }),
    [{ ...ofToken, form: 'legacy', pin: held.PIN }],
  ],
  ['six digits without quotes', json({ ...held.legacy, pin: 305917 }), [{ ...ofToken, form: 'legacy', pin: held.PIN }]],
  [
    'a legacy keystore with its TIP key apart',
    json({ ...held.legacy, pin: keys.tip, spend_private_key: keys.spend, client_secret: held.SECRET, scope: 'FULL' }),
    [{ ...ofToken, form: 'legacy', tipKey: keys.tip, spendKey: keys.spend, ignored: ['scope', 'client_secret'] }],
  ],
  [
    'a TIP key under its own name, which may be the spend key',
    json([
      { ...held.dashboard, tip_private_key: keys.tip, spend_private_key: keys.spend },
      { ...held.dashboard, tip_private_key: keys.spend, spend_private_key: keys.spend },
    ]),
    [
      { ...session, form: 'dashboard', tipKey: keys.tip, spendKey: keys.spend },
      { ...session, form: 'dashboard', spendKey: keys.spend },
    ],
  ],
  ['RSA', json(held.rsa), [refused('rsa', 'private_key')]],
  [
    'RSA in .env',
    `CLIENT_ID=${ID}\nSESSION_ID=${SESSION_ID}\nPRIVATE_KEY="${held.RSA_KEY}"\nPIN=123456\n`,
    [refused('rsa', 'private_key')],
  ],
  [
    'RSA without quotes',
    `CLIENT_ID=${ID}\nPRIVATE_KEY=${held.RSA_KEY}SESSION_ID=${SESSION_ID}\n`,
    [refused('rsa', 'private_key')],
  ],
  ['RSA alone', held.RSA_KEY, [refused('rsa')]],
  ['RSA by its PIN token', json({ ...held.legacy, pin_token: held.rsa.pin_token }), [refused('rsa', 'pin_token')]],
  ['a network user of npm', json(held.networkNpm), [{ ...ofToken, form: 'network' }]],
  [
    'a network user of Go',
    json(held.networkGo),
    [{ ...session, form: 'network', spendKey: keys.spend, ignored: ['is_spend_private_sum'] }],
  ],
  [
    'a network user with both keys of the service',
    json({ ...held.networkNpm, pin_token: held.pinToken, server_public_key: keys.service }),
    [{ ...session, form: 'dashboard' }],
  ],
  ['mixin-cli', json(held.mixinCli), [{ ...ofToken, form: 'mixin-cli', spendKey: keys.scalar, tipKey: keys.tip }]],
  ['Ruby in base64', json(held.ruby), [{ ...ofToken, form: 'ruby', spendKey: keys.spend, ignored: ['client_secret'] }]],
  [
    'Ruby in base64 with 32 bytes, as YAML',
    `production:\n  client_id: ${ID}\n  session_id: '${SESSION_ID}'\n  private_key: ${held.base64(keys.session)}\n  pin_token: ${held.pinToken}\n`,
    [{ ...ofToken, form: 'env' }],
  ],
  ['a node of an MTG', held.mtg, [{ ...session, form: 'mtg', spendKey: keys.spend }]],
  [
    'an older node of an MTG, with empty sections before',
    `[mtg.app]\nclient-id = ""\nsession-id = ""\nprivate-key = ""\npin-token = ""\n\n[signer.mtg.app]\nclient-id = "${ID}"\nsession-id = "${SESSION_ID}"\nprivate-key = "${held.legacy.private_key}"\npin-token = "${held.pinToken}"\npin = "${held.PIN}"\n`,
    [{ ...ofToken, form: 'mtg', pin: held.PIN }],
  ],
  ['an MTG’s configuration as JSON', json({ mixin: { mtg: { app: held.dashboard } } }), [{ ...session, form: 'mtg' }]],
  ['.env', held.env, [{ ...session, form: 'env', ignored: ['port', 'client_secret'] }]],
  [
    '.env of two bots with their names in front',
    `A_BOT_CLIENT_ID=${ID}\nA_BOT_SESSION_ID=${SESSION_ID}\nA_BOT_PRIVATE_KEY=${keys.session}\nA_BOT_SERVER_PUBLIC_KEY=${keys.service}\nB_APP_ID=${SESSION_ID}\nB_SESSION_ID=${ID}\nB_SESSION_PRIVATE_KEY=${keys.session}\n`,
    [{ ...session, form: 'env' }, refused('member', 'server_public_key')],
  ],
  [
    '.env with a whole file in one value',
    `KEYSTORE='${JSON.stringify(held.dashboard)}'`,
    [{ ...session, form: 'dashboard' }],
  ],
  [
    '.env twice in one text',
    `APP_ID=${SESSION_ID}\nSESSION_ID=${SESSION_ID}\n${held.env}`,
    [refused('member', 'session_private_key'), { ...session, form: 'env', ignored: ['port', 'client_secret'] }],
  ],
  ['a file with a byte order mark', `\uFEFF${json(held.dashboard)}\r\n`, [{ ...session, form: 'dashboard' }]],
  ['a list', json([held.dashboard]), [{ ...session, form: 'dashboard' }]],
  ['a file wrapped in one member', json({ data: held.dashboard }), [{ ...session, form: 'dashboard' }]],
  ['a file wrapped three times', json({ a: { b: { c: [held.dashboard] } } }), [{ ...session, form: 'dashboard' }]],
  ['a file wrapped four times', json({ a: { b: { c: { d: held.dashboard } } } }), [refused('unknown')]],
  [
    'a permission',
    json(held.oauth),
    [
      {
        kind: 'permission',
        keystore: {
          kind: 'oauth',
          appId: ID,
          authorizationId: SESSION_ID,
          scope: held.oauth.scope,
          sessionPrivateKey: keys.session,
          serverPublicKey: null,
        },
      },
    ],
  ],
  ['24 words', words, [{ kind: 'words', words: words.split(' ') }]],
  [
    '24 words with numbers, a line each',
    words
      .split(' ')
      .map((word, at) => `${at + 1}. ${word.toUpperCase()}`)
      .join('\n'),
    [{ kind: 'words', words: words.split(' ') }],
  ],
  ['24 words with another last one', words.replace(/\w+$/, 'zoo'), [refused('words')]],
  ['24 words of which one is on no list', words.replace(/^\w+/, 'coffer'), [refused('words')]],
  ['23 words', words.replace(/ \w+$/, ''), [refused('words')]],
  ['13 words of the Messenger', messenger13, [{ kind: 'messenger-words', count: 13 }]],
  ['13 words with a wrong checksum word', `${LEGAL} zoo`, [refused('words')]],
  [
    'several things in one text',
    `Here you are!\n\n${JSON.stringify(held.dashboard)},${json(held.legacy)}\n---\n${held.mtg}\n---\n\n${words}\n\n${keys.spend}\n`,
    [
      { ...session, form: 'dashboard' },
      { ...ofToken, form: 'legacy' },
      { ...session, form: 'mtg', spendKey: keys.spend },
      { kind: 'words', words: words.split(' ') },
      spend,
    ],
  ],
  ['a private key with its public key below', `${keys.spend}\n${publicKeyFromSeed(keys.spend)}`, [spend]],
  ['two keys', `${keys.spend}\n${keys.scalar}`, [spend, { kind: 'spend-key', key: keys.scalar }]],
  ['128 hex that are no pair', keys.spend + keys.session, [refused('key')]],
  ['a key that lost its end', keys.spend.slice(1), [refused('key')]],
  ['half a file', json(held.dashboard).slice(0, -5), [refused('json')]],
  ['a file without a session', json({ app_id: ID }), [refused('member', 'session_id')]],
  [
    'a file with a session key of another',
    json({ ...held.dashboard, session_private_key: keys.session + keys.spend }),
    [refused('member', 'session_private_key')],
  ],
  [
    'a file whose two ids disagree',
    json({ ...held.dashboard, client_id: SESSION_ID }),
    [refused('member', 'client_id')],
  ],
  [
    'a file whose two spellings disagree',
    json({ ...held.dashboard, appId: SESSION_ID }),
    [refused('member', 'app_id')],
  ],
  [
    'a file whose two keys of the service disagree',
    json({ ...held.dashboard, pin_token: held.base64(keys.tip) }),
    [refused('member', 'pin_token')],
  ],
  [
    'a server key that is no point',
    json({ ...held.dashboard, server_public_key: `02${'00'.repeat(31)}` }),
    [refused('member', 'server_public_key')],
  ],
  ['a PIN of four digits', json({ ...held.legacy, pin: '1234' }), [refused('member', 'pin')]],
  [
    'a number for a key',
    json({ ...held.dashboard, session_private_key: 7 }),
    [refused('member', 'session_private_key')],
  ],
  ['prose', 'To whom it may concern: there is nothing in here.', [refused('unknown')]],
  ['other JSON', json([{ name: 'x' }, 3, null]), [refused('unknown')]],
  [
    'other people’s settings',
    'GOOGLE_CLIENT_ID=1.apps\nGOOGLE_CLIENT_SECRET=x\nETH_PRIVATE_KEY=0x12',
    [refused('unknown')],
  ],
  ['an id', ID, [refused('unknown')]],
  ['nothing', ' \n\t', []],
  ['too much', 'a'.repeat(2 ** 20 + 1), [refused('large')]],
]

describe('what people hold', () => {
  it.each(KINDS)('is read as it is meant: %s', (_, text, expected) => {
    expect(readCredentials(text)).toEqual(expected)
  })

  it('of the Messenger has 25 words too, and without the last one looks like a phrase of one’s own', () => {
    const old = `${words} ${checksumWord(words)}`
    expect(readCredentials(old)).toEqual([{ kind: 'messenger-words', count: 25 }])
    expect(readCredentials(old.replace(/ \w+$/, ''))).toEqual([{ kind: 'words', words: words.split(' ') }])
  })

  it('ends with a refusal where there is too much of it', () => {
    const many = readCredentials(json(Array.from({ length: 70 }, () => ({ spend_key: keys.spend }))))
    expect(many).toHaveLength(65)
    expect(many.at(-1)).toEqual(refused('large'))
  })
})

const SECRETS = [keys.session, keys.spend, keys.scalar, keys.tip, held.SECRET, held.PIN]
const FILES = [
  ...[held.dashboard, held.legacy, held.rsa, held.networkNpm, held.networkGo, held.mixinCli, held.ruby].map(json),
  ...[held.mtg, held.env, held.pairOf(keys.spend), held.base64(keys.spend), words, json(held.oauth)],
]
/** Text that is nearly something: pieces of real files, in any order, with anything between. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom(...FILES),
      fc
        .tuple(fc.constantFrom(...FILES), fc.nat(), fc.nat())
        .map(([file, a, b]) => file.slice(a % file.length).slice(0, b % 400)),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '{',
        '[',
        '"',
        "'",
        '=',
        ':',
        '[x]',
        '-----BEGIN',
        '"""',
        '\\',
        '\n',
        '\r',
        '\uFEFF',
        '#',
        '__proto__',
      ),
      fc.json(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('a text of any kind', () => {
  it('is read without an exception, and a refusal holds nothing of it', () => {
    const isName = /^(?:[a-z]+(?:_[a-z0-9]+)*)?$/
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), nearly), (text) => {
        for (const credential of readCredentials(text)) {
          if (credential.kind !== 'refused') continue
          expect(Object.keys(credential).sort()).toEqual(['form', 'kind', 'what'])
          expect(credential.what).toMatch(isName)
          expect(['', ...NAMES]).toContain(credential.what)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is shown without its secrets', () => {
    for (const text of FILES) {
      const shown = JSON.stringify([readCredentials(text).map(lookOf), lookAtCredentials(text)])
      for (const secret of SECRETS) expect(shown).not.toContain(secret)
    }
  })

  it('is never refused at first look and taken afterwards', () => {
    const isRefused = ({ kind }: { kind: string }): boolean => kind === 'refused'
    fc.assert(
      fc.property(nearly, (text) => {
        if (lookAtCredentials(text).every(isRefused)) expect(readCredentials(text).every(isRefused)).toBe(true)
      }),
      { numRuns: 300 },
    )
    for (const [, text] of KINDS) {
      if (lookAtCredentials(text).every(isRefused)) expect(readCredentials(text).every(isRefused)).toBe(true)
    }
  })

  it('is read in one go, however it was made to take long', () => {
    const size = 2 ** 18
    const hostile = [
      '{',
      '[',
      'a=[\n',
      'a="\n',
      'a="""\n',
      '-----BEGIN\n',
      '[a',
      '{}',
      'a=1\n',
      ' ',
      'a ',
      'x: {"\n',
      "'",
      'f ',
      '\\',
      '[[',
      '"a":',
      'pin=\n',
      'k_pin=1\n',
      'A',
      '0',
      '\n\n',
      'ab \n',
      '{"a":',
      ', ',
    ]
    const long = (part: string): string => part.repeat(Math.floor(size / part.length))
    const texts = [
      ...hostile.map(long),
      ...["'", ' ', '\t', '- '].flatMap((part) => [
        `x${long(part)}x`,
        `a="b"${long(part)}x`,
        `a=${long(part)}x`,
        `[a${long(part)}x`,
      ]),
    ]
    for (const text of texts) expect(readCredentials(text.slice(0, size)).length).toBeLessThan(66)
  })
})

describe('one key in many spellings', () => {
  const spelled = (key: string): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.constantFrom(
          key,
          key.toUpperCase(),
          `0x${key}`,
          held.base64(key),
          held.base64url(key),
          `${held.base64url(key)}=`,
        ),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(' ', '\n', '\r\n', '\t')), { maxLength: 6 }),
      )
      .filter(([text]) => !/[^=]=$/.test(text) || Buffer.from(text, 'base64').length === 32)
      .map(([text, blanks]) =>
        blanks.reduce((made, [at, blank]) => {
          const place = 2 + (at % (made.length - 2))
          return made.slice(0, place) + blank + made.slice(place)
        }, text),
      )

  it('is one spend key, alone and in a file', () => {
    fc.assert(
      fc.property(
        hexOf(32).chain((seed) => fc.tuple(fc.constant(seed), fc.oneof(spelled(seed), spelled(held.pairOf(seed))))),
        ([seed, text]) => {
          const alone = { kind: 'spend-key', key: seed }
          expect(readCredentials(text)).toEqual([alone])
          expect(readCredentials(` \n${text}\n `)).toEqual([alone])
          expect(readCredentials(json({ ...held.dashboard, spend_key: text }))).toMatchObject([{ spendKey: seed }])
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is a spend key whose base64 looks like a comment or an entry of a list', () => {
    const whole = '//vl+fsGBv4ClyMkGoMxAewC+PSLvP0BAEpxWQFCf+o='
    const key = Buffer.from(whole, 'base64').toString('hex')
    const wrapped = ['+gWGigJTk/0F', '//H7BFR7AQACr2H+5uLoqAk9+1wG5Sk=']
    const second = Buffer.from(wrapped.join(''), 'base64').toString('hex')
    expect(readCredentials(whole)).toEqual([{ kind: 'spend-key', key }])
    expect(readCredentials(wrapped.join('\n'))).toEqual([{ kind: 'spend-key', key: second }])
    expect(readCredentials(` ${wrapped.join('\r\n  ')}\n`)).toEqual([{ kind: 'spend-key', key: second }])
    expect(readCredentials('-g  LR-moOif7NVs4EAWWnBf207DyRB6U9BwHpq0\n - HBhI')).toMatchObject([{ kind: 'spend-key' }])
    const env = Object.entries(held.dashboard).map(([name, value]) => `${name} = ${value}`)
    expect(readCredentials([...env, `spend_key = ${whole}`].join('\n'))).toMatchObject([{ spendKey: key }])
    expect(readCredentials([...env, `spend_key = ${key} //old`].join('\n'))).toMatchObject([{ spendKey: key }])
  })

  it('reads the same in JSON, TOML and .env, whatever the case of its names', () => {
    const cases: ((name: string) => string)[] = [
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.replaceAll('_', '-'),
      (name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    ]
    const fileOf = (entries: [string, string][], syntax: string): string =>
      syntax === 'json'
        ? JSON.stringify(Object.fromEntries(entries))
        : (syntax === 'toml' ? '[x]\n' : '') +
          entries.map(([name, value]) => `${name}${syntax === 'yaml' ? ': ' : '='}"${value}"`).join('\n')
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.entries({ ...held.dashboard, spend_key: keys.spend }), { minLength: 5 }),
        fc.constantFrom(...cases),
        fc.constantFrom('json', 'toml', 'env', 'yaml'),
        fc.boolean(),
        (entries, named, syntax, loud) => {
          const members = entries.map(([name, value]): [string, string] => [
            named(name),
            loud ? value.toUpperCase() : value,
          ])
          const { form: _, ...read } = readCredentials(fileOf(members, syntax))[0] as Credential & { form: string }
          expect(read).toEqual({ ...session, spendKey: keys.spend })
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('a keystore', () => {
  it('is read by the same rules where it has to be the only thing there', () => {
    for (const [name, text, expected] of KINDS) {
      const [only, ...more] = expected as Credential[]
      if (only === undefined || more.length > 0 || name.includes('32 bytes') || name.includes('.env of')) continue
      if (only.kind === 'permission') expect(parseKeystore(text), name).toEqual(only.keystore)
      else if (only.kind === 'session') {
        const { form: _, tipKey: __, pin: ___, ignored: ____, spendKey: spendPrivateKey, ...rest } = only
        expect(parseKeystore(text), name).toEqual({ ...rest, spendPrivateKey })
      } else expect(() => parseKeystore(text), name).toThrow(expect.objectContaining({ code: 'protocol.keystore' }))
    }
    expect(() => parseKeystore(`${json(held.dashboard)}\n${keys.spend}`)).toThrow('keystore')
  })
})

describe('a private key of 32 bytes', () => {
  it('is known as seed or scalar by the public key that it has', () => {
    fc.assert(
      fc.property(hexOf(32), (seed) => {
        const scalar = scalarFromSeed(seed)
        const publicKey = publicKeyFromSeed(seed)
        expect(whichKey(seed, publicKey)).toBe('seed')
        expect(whichKey(scalar, publicKey)).toBe('scalar')
        expect(readingsOfKey(scalar).scalar).toBe(publicKey)
        expect(whichKey(seed, publicKeyFromSeed(scalar))).toBe(null)
      }),
      { numRuns: 20 },
    )
  })

  it('is no scalar at or above the group order, nor zero', () => {
    const order = 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010'
    for (const key of [order, 'ff'.repeat(32), '00'.repeat(32)]) {
      expect(readingsOfKey(key)).toEqual({ seed: publicKeyFromSeed(key), scalar: null })
      expect(whichKey(key, aHash('other'))).toBe(null)
    }
    expect(readingsOfKey(`01${'00'.repeat(31)}`).scalar).toBe(`58${'66'.repeat(31)}`)
    expect(() => whichKey(keys.spend.slice(2), aHash('other'))).toThrow(
      expect.objectContaining({ code: 'protocol.key' }),
    )
  })
})

function checksumWord(phrase: string): string {
  const letters = phrase
    .split(' ')
    .map((word) => word.slice(0, 3))
    .join('')
  return wordlist[crc32(letters) % 2048] ?? ''
}
