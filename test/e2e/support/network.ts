import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ending } from '../../support/ending.ts'
import { localnetAt } from '../../support/localnet.ts'
import { programOf } from '../../support/programs.ts'
import { newFolder } from '../../support/scratch.ts'
import { openWallet, type WalletOptions } from '../../support/wallet.ts'

async function spawnNetwork(data: string, port: string, args: readonly string[]) {
  const own = [programOf('src/localnet/cli.ts'), '--data', data, '--port', port, ...args]
  const child = spawn(process.execPath, own, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the local network ended with ${code}: ${said}`)))
  })
  const { url } = JSON.parse(line) as { url: string } // its one line, in this form
  return { child, url }
}

export type SeparateNetwork = Awaited<ReturnType<typeof startNetwork>>

/** A local network in a process of its own, which can die and come back at the same address. */
export async function startNetwork(args: readonly string[] = []) {
  const data = newFolder('e2e-network')
  let { child, url } = await spawnNetwork(data, '0', args)

  /** Ends it as a crash would. */
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  /** Ends it and removes its files. */
  const close = ending(async () => {
    await kill()
    rmSync(data, { recursive: true, force: true })
  })
  return {
    ...localnetAt({ url, close }, data),
    /** Opens a wallet on it, in this process. */
    open: (options: Partial<WalletOptions> = {}) => openWallet({ dir: newFolder(), baseUrl: url, ...options }),
    kill,
    async revive() {
      child = (await spawnNetwork(data, new URL(url).port, args)).child
    },
  }
}
