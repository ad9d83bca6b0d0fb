import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Composition, compose } from '../../src/main/compose.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { listening } from '../support/listening.ts'
import { newFolder } from '../support/scratch.ts'
import { coded, playNetwork } from '../support/wallet.ts'

const keychain = testKeychain()
let running: Composition | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function start(network: string, dataDir: string): Promise<Composition> {
  running = await compose(
    { network, dataDir, port: 0, open: false, updates: null },
    {
      ...{ host: 'browser', version: 'test', clock: systemClock, log: () => undefined, askInWindow: null, keychain },
      random: (length) => new Uint8Array(randomBytes(length)),
    },
  )
  return running
}

describe('a wallet of a local network that runs by itself', () => {
  it('knows it for play money, and still does when it is started while that network is down', async () => {
    const [dir, data] = [newFolder('localnet'), newFolder()]
    const network = await playNetwork({ dir })
    expect((await start(network.url, data)).network).toMatchObject({ kind: 'local', dialect: 'interface' })
    await running?.close()
    await network.close()
    expect((await start(network.url, data)).network).toMatchObject({ kind: 'local', dialect: 'interface' })
  })

  it('does not guess what a network is that nobody has met', async () => {
    const network = await playNetwork()
    await network.close()
    await expect(start(network.url, newFolder())).rejects.toThrow(coded('remote.unreachable'))
  })

  it('takes anything else on this machine for what it says on the command line', async () => {
    const { url, close } = await listening(createServer((_, response) => void response.writeHead(404).end('{}')))
    onTestFinished(close)
    expect((await start(url, newFolder())).network.kind).toBe('custom')
  })
})
