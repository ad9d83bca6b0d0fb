import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Composition, compose } from '../../src/main/compose.ts'
import { remoteNetwork } from '../../src/main/options.ts'
import { startWords } from '../../src/main/start-error.ts'
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

describe('the end of a wallet with its own network', () => {
  it('is that of the network too, also where the wallet comes to none', async () => {
    const data = newFolder()
    const { wallet, localnet, close } = await start('local', data)
    running = undefined
    const { close: end } = wallet
    wallet.close = async () => {
      await end()
      throw new Error('half closed')
    }
    await expect(close()).rejects.toThrow('half closed')
    await expect(fetch(`${localnet}/localnet/state`)).rejects.toThrow()
    expect(readdirSync(join(data, 'local'))).not.toContain('running')
  })
})

describe('a wallet of a local network that runs by itself', () => {
  it('knows it for play money, and still does when it is started while that network is down', async () => {
    const [dir, data] = [newFolder('localnet'), newFolder()]
    const network = await playNetwork({ dir })
    expect((await start(network.url, data)).network).toMatchObject({ kind: 'local', dialect: 'interface' })
    await running?.close()
    await network.close()
    expect((await start(network.url, data)).network).toMatchObject({ kind: 'local', dialect: 'interface' })
  })

  it('knows it for play money also where another program answers at its address', async () => {
    const [dir, data] = [newFolder('localnet'), newFolder()]
    const network = await playNetwork({ dir })
    await start(network.url, data)
    await running?.close()
    await network.close()
    for (const status of [404, 503]) {
      const other = createServer((_, response) => void response.writeHead(status).end('{}'))
      await new Promise<void>((resolve) => other.listen(Number(new URL(network.url).port), '127.0.0.1', resolve))
      const { network: found } = await start(network.url, data)
      await running?.close()
      running = undefined
      other.closeAllConnections()
      await new Promise((resolve) => other.close(resolve))
      expect([found.kind, found.dialect], String(status)).toEqual(['local', 'interface'])
    }
  })

  it('keeps nothing of another local network that answers at its address', async () => {
    const [dir, data] = [newFolder('localnet'), newFolder()]
    const network = await playNetwork({ dir })
    await start(network.url, data)
    const { networkId } = running?.network ?? {}
    await running?.close()
    await network.close()
    const other = await playNetwork({ port: Number(new URL(network.url).port) })
    await expect(start(network.url, data)).rejects.toThrow(coded('store.other_network'))
    await other.close()
    expect((await start(network.url, data)).network.networkId).toBe(networkId)
  })

  it('does not guess what a network is that nobody has met, and says what to do', async () => {
    const network = await playNetwork()
    await network.close()
    const why = await start(network.url, newFolder()).catch(startWords)
    expect(why).toBe(
      `Nothing answers at ${network.url}, and Coffer has never met that network. Start it first, then Coffer.`,
    )
  })

  it('says so where what was kept of it is half a file, and knows it again once it answers', async () => {
    const [dir, data] = [newFolder('localnet'), newFolder()]
    const network = await playNetwork({ dir })
    await start(network.url, data)
    const file = join(data, running?.network.name ?? '', 'network.json')
    await running?.close()
    const whole = readFileSync(file, 'utf8')
    await network.close()
    for (const broken of [whole.slice(0, 40), '{}', '']) {
      writeFileSync(file, broken)
      expect(await start(network.url, data).catch(startWords)).toContain(`cannot be read (${file})`)
      expect(readFileSync(file, 'utf8')).toBe(broken)
    }
    const again = await playNetwork({ dir, port: Number(new URL(network.url).port) })
    await start(again.url, data)
    expect(readFileSync(file, 'utf8')).toBe(whole)
  })

  it('takes it for no real network where what it says cannot be kept', async () => {
    const [network, data] = [await playNetwork(), newFolder()]
    const { name } = remoteNetwork(network.url)
    mkdirSync(join(data, name, 'network.json', 'in the way'), { recursive: true })
    await expect(start(network.url, data)).rejects.toThrow(coded('store.disk'))
  })

  it('takes anything else on this machine for what it says on the command line', async () => {
    const { url, close } = await listening(createServer((_, response) => void response.writeHead(404).end('{}')))
    onTestFinished(close)
    expect((await start(url, newFolder())).network.kind).toBe('custom')
  })
})
