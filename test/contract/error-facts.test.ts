import { afterEach, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode, errorFacts } from '#contract/errors'
import { LANGUAGE_TAGS, said, speak, wording } from '#words'

const CODES = Object.keys(ERRORS) as ErrorCode[] // keys of a literal table
/** Details that any code may come with. */
const DETAILS = {
  section: 'coins',
  reason: said('error.bundle.coins'),
  label: 'Cold storage',
  name: 'Mira',
  bytes: 300,
  most: 255,
  symbol: 'BTC',
  amount: '1',
}

afterEach(() => speak('en'))

describe('the sentences of every error', () => {
  it.each(CODES)('%s say what happened, what it means and what to do, with or without details', (code) => {
    const ruled = { ...DETAILS, reason: said('check.collectibles.rules') }
    // The reason of one of them is a sentence of its own.
    for (const details of code === 'wallet.inscription_refused' ? [{}, ruled] : [{}, DETAILS, ruled]) {
      const { what, money, todo } = errorFacts(code, details)
      for (const sentence of [what, ...(money === null ? [] : [money]), todo].map(wording)) {
        expect(sentence).toMatch(/^[A-Z“„(].*[.?!”]$/s)
        expect(sentence).not.toMatch(/[{}]|undefined|\[object/)
      }
    }
  })

  it('speak of the money wherever one could fear for it, and where a form was only filled in wrong say nothing of it', () => {
    const silent = CODES.filter((code) => errorFacts(code).money === null)
    const feared =
      /^(?:protocol\.(?:transaction|signature|script|key)|vault\.(?:damaged|key_missing|key_mismatch)|remote\.(?:unreachable|timeout|server|malformed|unproved|signature|already_paid)|wallet\.(?:conflict|sending_frozen|sent_unproved|record_differs|keys_refused))$/
    expect(silent.filter((code) => feared.test(code))).toEqual([])
    expect(silent).toContain('input.amount')
  })

  it('have no stop behind a key, which would stand alone on the next line', async () => {
    const given = { expected: 'e'.repeat(64), found: 'f'.repeat(64) }
    for (const tag of LANGUAGE_TAGS) {
      await speak(tag)
      for (const [code, more] of [
        ['vault.key_mismatch', {}],
        ['vault.key_mismatch', { coin: true }],
        ['input.tip_key', {}],
      ] as const) {
        const text = wording(errorFacts(code, { ...given, ...more }).what)
        expect(text).toContain(given.found)
        expect(text).not.toMatch(/[ef]{64}\u2069?[.,。，、]/)
      }
    }
  })

  it('have somebody wait for what is only held, and receive more where that is not enough', () => {
    const short = (held: string, needed: string) =>
      errorFacts('wallet.insufficient', { available: '0', held, needed, symbol: 'XIN' })
    const { money, todo } = short('12\u202f500', '3\u202f250.5 XIN')
    expect(money && wording(money)).toBe('12\u202f500 XIN is held or frozen.')
    expect(wording(todo)).toMatch(/^Wait until what holds it has ended/)
    expect(wording(short('12\u202f500', '13\u202f000 XIN').todo)).toBe('Send less, or receive more first.')
    expect(short('0', '3 XIN').money).toBeNull()
  })

  it('name what a fee comes to once with its unit, and who gave a request up', () => {
    const { what, money } = errorFacts('wallet.fee_insufficient', { fee: '0.1 ETH', held: '2', symbol: 'ETH' })
    expect([what, money].map((said) => said && wording(said))).toEqual([
      'The fee is 0.1 ETH, and you do not have that much available.',
      '2 ETH is held or frozen.',
    ])
    expect(wording(errorFacts('wallet.request_revoked', { by: 'Ben' }).what)).toMatch(/^Ben gave this request up/)
  })

  it.each(['wallet.already_sent', 'wallet.sent_unproved', 'wallet.request_taken'] as const)(
    '%s calls nothing sent that a group was only asked for',
    (code) => {
      const { what, money, todo } = errorFacts(code, { asked: true })
      expect(wording(what)).toMatch(/asked/)
      expect([what, todo].map(wording).join()).not.toMatch(/sent|receipt/)
      expect(wording(todo)).toContain('Approvals')
      expect(money && wording(money)).toMatch(/not/)
    },
  )

  it('call a folder no file that is gone', () => {
    const { what, todo } = errorFacts('backup.no_file', { folder: true })
    expect([what, todo].map(wording)).toEqual([
      'That is a folder.',
      'Add the name of the backup file in it, which ends in .coffer-backup.',
    ])
    expect(wording(errorFacts('backup.no_file', {}).what)).toBe('The file is not there.')
  })

  it('say that it is the amount of a link that cannot be read', () => {
    const { what, todo } = errorFacts('protocol.link', { reason: 'amount' })
    expect(wording(what)).toBe('The amount in that link cannot be read.')
    expect(wording(todo)).toMatch(/^Write the recipient and the amount yourself/)
    expect(wording(errorFacts('protocol.link', { reason: 'scheme' }).what)).not.toMatch(/amount/)
  })

  it('say how the real network is reached where a backup of it is brought elsewhere, and of no other backup', () => {
    const { what, todo } = errorFacts('backup.other_network', { network: 'mainnet' })
    expect(wording(what)).toMatch(/real network/)
    expect(wording(todo)).toMatch(/Change to the Mixin network/)
    const other = errorFacts('backup.other_network', { network: 'local' })
    expect([other.what, other.todo].map(wording).join()).not.toMatch(/real|mainnet/)
  })

  it('say where real money is, where play money does not know a session, and nowhere else', () => {
    const { what, todo } = errorFacts('wallet.session_ended', { network: 'local' })
    expect(wording(what)).not.toMatch(/any more/)
    expect(wording(todo)).toMatch(/play money.*“Use real money”/)
    expect(wording(errorFacts('wallet.session_ended', { network: 'mainnet' }).todo)).not.toMatch(/play|real/)
  })

  it('do not call a keystore incomplete whose session the service gives to another account', () => {
    const { what, todo } = errorFacts('input.keystore', { form: 'foreign' })
    expect(wording(what)).toMatch(/session.*another account/)
    expect([what, todo].map(wording).join()).not.toMatch(/complete|missing/)
  })

  it('tell a web page from an answer', () => {
    const { what, todo } = errorFacts('remote.malformed', { page: true })
    expect(wording(what)).toMatch(/web page/)
    expect(wording(todo)).toMatch(/sign in.*address/s)
    expect(wording(errorFacts('remote.malformed').what)).not.toMatch(/page/)
  })

  it('say that it is the service that knows no request, where a file may tell of it', () => {
    const { what, todo } = errorFacts('wallet.request_unknown', { by: 'service' })
    expect(wording(what)).toBe('The service knows no request with that id.')
    expect(wording(todo)).toMatch(/from a file/)
    expect(wording(errorFacts('wallet.request_unknown').what)).not.toMatch(/service/)
  })

  it('ask nobody who typed a number for one', () => {
    const { what, todo } = errorFacts('input.payee', { reason: 'nobody' })
    expect([what, todo].map(wording)).toEqual([
      'Nobody on this network has that number or id.',
      'Compare it with the one you were given: one wrong digit is enough.',
    ])
    expect(wording(errorFacts('input.payee').todo)).toMatch(/^Enter a Mixin number/)
    expect(wording(errorFacts('input.payee', { reason: 'unseen' }).what)).toMatch(/cannot be seen/)
  })

  it('name the part of a bundle that is wrong, and the name of an address that is known', () => {
    expect(wording(errorFacts('input.bundle', DETAILS).what)).toContain(
      'coins, the coins are not those of the transaction',
    )
    expect(wording(errorFacts('input.address_known', DETAILS).what)).toContain('Cold storage')
  })
})
