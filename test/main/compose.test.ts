import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Composition, compose } from '../../src/main/compose.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { coded, playNetwork } from '../support/wallet.ts'

const keychain = testKeychain()
let running: Composition | undefined
let server: Server | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
  server?.close()
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
    const network = await playNetwork(dir)
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
    server = createServer((_request, response) => void response.writeHead(404).end('{}'))
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect((await start(`http://127.0.0.1:${port}`, newFolder())).network.kind).toBe('custom')
  })
})
