import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { failure } from '#contract/errors'
import type { Composition } from '../../src/main/compose.ts'
import { anewArguments } from '../../src/main/electron/switches.ts'
import { chooseForNextStart, keychainAfter, networkCalls, networkOf, openNetworks } from '../../src/main/networks.ts'
import { StartError } from '../../src/main/start-error.ts'
import { newFolder } from '../support/scratch.ts'
import { coded } from '../support/wallet.ts'

/* The network of a start and of the window after it. What stands for a wallet here only says what became of it. */

const SERVICE = 'https://safe.example'
const startOf = (dataDir: string, network: string | null = null) => networkOf({ dataDir, network })
const fileIn = (dataDir: string) => join(dataDir, 'network.json')
const calls = (choose: Parameters<typeof networkCalls>[0]) => networkCalls(choose)['networks.choose']

/** Networks of which none but some can be opened. */
async function opened(from: string, silent: readonly string[] = []) {
  const dataDir = newFolder()
  const told: string[] = []
  const held = new Set<string>()
  const open = async (network: string, choose: (network: string) => Promise<void>) => {
    if (silent.includes(network)) throw new StartError({ code: 'main.start.network-silent', values: {} })
    // Its files are held until it is closed, which takes a while.
    if (held.has(network)) throw failure('store.in_use', 'held')
    held.add(network)
    told.push(`open ${network}`)
    chooses.push(choose)
    await nextTurn()
    const close = async () => {
      await nextTurn()
      held.delete(network)
      told.push(`close ${network}`)
    }
    return { network: { name: network }, close } as unknown as Composition
  }
  const chooses: ((network: string) => Promise<void>)[] = []
  const networks = await openNetworks(from, { open, dataDir })
  networks.onChange(async ({ network }) => void told.push(`show ${network.name}`))
  const choose = (network: string) => calls(chooses[0])({ network })
  return { networks, dataDir, told, choose }
}

describe('a start', () => {
  it('is on the network that Coffer brings where none was named or chosen', () => {
    expect(startOf(newFolder())).toBe('local')
  })

  it('is on the network that was chosen in the window', async () => {
    const { dataDir, choose } = await opened('local')
    await choose('mainnet')
    expect(startOf(dataDir)).toBe('mainnet')
  })

  it('is on the network that the command line names, which changes nothing of the choice', async () => {
    const { dataDir, choose } = await opened('local')
    await choose('mainnet')
    expect([startOf(dataDir, 'local'), startOf(dataDir)]).toEqual(['local', 'mainnet'])
  })

  it.each([
    '',
    'mainnet',
    '{"version":2,"network":"mainnet"}',
    '{"version":1,"network":"mainnet","more":1}',
    '{"version":1,"network":"http://example.com"}',
    '{"version":1,"network":"/tmp"}',
  ])('says of a choice that cannot be read where it lies, and guesses none: %s', (text) => {
    const dataDir = newFolder()
    writeFileSync(fileIn(dataDir), text)
    expect(() => startOf(dataDir)).toThrow(StartError)
    expect(startOf(dataDir, 'mainnet')).toBe('mainnet')
  })
})

describe('a network that is chosen in the window', () => {
  it('is opened before the one before is closed', async () => {
    const { told, choose, networks } = await opened('local')
    await choose(` ${SERVICE}/ `.trim())
    await expect.poll(() => told).toEqual(['open local', `open ${SERVICE}`, `show ${SERVICE}`, 'close local'])
    expect(networks.current().network.name).toBe(SERVICE)
  })

  it('changes nothing where it cannot be opened', async () => {
    const { told, choose, networks, dataDir } = await opened('local', [SERVICE])
    await expect(choose(SERVICE)).rejects.toThrow(coded('host.network'))
    expect([told, networks.current().network.name, startOf(dataDir)]).toEqual([['open local'], 'local', 'local'])
  })

  it('is refused where it is no address of a service', async () => {
    const { choose } = await opened('local')
    for (const network of ['nowhere', 'http://example.com', 'https://a.example/?x', 'file:///etc'])
      await expect(choose(network)).rejects.toThrow(coded('input.network'))
  })

  it('is only kept where it is the one that is open, however its address is written', async () => {
    const { told, choose, dataDir } = await opened(SERVICE)
    await choose('HTTPS://safe.example/')
    expect([told, startOf(dataDir)]).toEqual([[`open ${SERVICE}`], SERVICE])
  })

  it('takes its turn where two are chosen at once', async () => {
    const { told, choose } = await opened('local')
    await Promise.all([choose('mainnet'), choose('local')])
    expect(told.filter((each) => each.startsWith('open'))).toEqual(['open local', 'open mainnet', 'open local'])
  })

  it('is left again at once for the one before, which is closed first', async () => {
    const { told, choose } = await opened('local')
    await choose('mainnet')
    await choose('local')
    expect(told.indexOf('close local')).toBeLessThan(told.lastIndexOf('open local'))
  })

  it('is closed with those before it at the end', async () => {
    const { told, choose, networks } = await opened('local')
    await choose('mainnet')
    await networks.close()
    expect(told.filter((each) => each.startsWith('close')).sort()).toEqual(['close local', 'close mainnet'])
  })

  it('is closed again where the end comes while it is opened, and is none from then on', async () => {
    const { told, choose, networks, dataDir } = await opened('local')
    const chosen = choose('mainnet').catch((error: unknown) => error)
    await nextTurn()
    expect(told).toEqual(['open local', 'open mainnet'])
    await networks.close()
    expect(await chosen).toEqual(coded('host.refused'))
    await expect(choose(SERVICE)).rejects.toThrow(coded('host.refused'))
    expect(told).toEqual(expect.arrayContaining(['close local', 'open mainnet', 'close mainnet']))
    expect([told.length, startOf(dataDir)]).toEqual([4, 'local'])
  })

  it('is refused by a host that stays on its network', async () => {
    await expect(calls(undefined)({ network: 'mainnet' })).rejects.toThrow(coded('host.refused'))
  })
})

describe('a network that is chosen for the next start', () => {
  function choosing(tryOut: () => Promise<{ close(): Promise<void> }>) {
    const [dataDir, told] = [newFolder(), [] as string[]]
    const startAnew = () => void told.push('start anew')
    const { choose, end } = chooseForNextStart('local', { tryOut, dataDir, startAnew })
    return { dataDir, told, choose: (network: string) => calls(choose)({ network }), end }
  }

  it('is opened and closed once before it is kept', async () => {
    const seen: string[] = []
    const { choose, told, dataDir } = choosing(async () => ({ close: async () => void seen.push(startOf(dataDir)) }))
    await choose('mainnet')
    expect([seen, told, startOf(dataDir)]).toEqual([['local'], ['start anew'], 'mainnet'])
    expect(JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))).toEqual({ version: 1, network: 'mainnet' })
  })

  it('is closed before an end that comes while it is tried out, and then neither kept nor begun', async () => {
    const seen: string[] = []
    const tryOut = async () => {
      await nextTurn()
      return { close: async () => void seen.push('closed') }
    }
    const { choose, told, dataDir, end } = choosing(tryOut)
    const chosen = choose('mainnet').catch((error: unknown) => error)
    await nextTurn()
    await end()
    expect(seen).toEqual(['closed'])
    expect(await chosen).toEqual(coded('host.refused'))
    expect([told, startOf(dataDir)]).toEqual([[], 'local'])
  })

  it('begins nothing and keeps nothing where it cannot be opened', async () => {
    const { choose, told, dataDir } = choosing(() => Promise.reject(failure('store.in_use', 'somebody has it')))
    await expect(choose('mainnet')).rejects.toThrow(coded('store.in_use'))
    expect([told, startOf(dataDir)]).toEqual([[], 'local'])
  })
})

describe('the keychain of a further wallet of a program', () => {
  const keychainOf = (problem: object | null) => {
    const state = async () => ({ vault: { keychainProblem: problem } })
    return keychainAfter({ wallet: { calls: { 'app.state': state } } } as unknown as Parameters<
      typeof keychainAfter
    >[0])
  }

  it('is the system’s own', async () => {
    expect([await keychainAfter(null), await keychainOf(null)]).toEqual([{}, {}])
  })

  it('refuses at once where it did not answer for the one before', async () => {
    const { keychain } = await keychainOf({ code: 'check.keychain.slow', values: {} })
    await expect(keychain?.get('a')).rejects.toThrow('secret service')
    await expect(keychain?.set('a', 'b')).rejects.toThrow('secret service')
  })
})

describe('the arguments of a start that follows', () => {
  it.each([
    [['coffer', '--data', '/d', '--network', 'local', '--lang=ja'], true, ['--data', '/d', '--lang=ja']],
    [['coffer', '--network=mainnet', '--show=send'], true, []],
    [['electron', '.', '--network', 'http://127.0.0.1:1', '--data=/d'], false, ['.', '--data=/d']],
    [['coffer', '--data', '/d', 'mixin://codes/x', '--network', 'local'], true, ['--data', '/d']],
    [['coffer', '-Embedding'], true, []],
  ])('of %j leave out its network, its screen and its link', (argv, isPackaged, args) => {
    expect(anewArguments(argv, isPackaged)).toEqual(args)
  })
})
