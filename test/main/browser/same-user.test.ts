import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isSameUser, ownerOf } from '../../../src/main/browser/same-user.ts'
import { builtPages, openPage, rawExchange } from '../../support/loopback.ts'
import { loopbackServer } from './loopback.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 550 1 0000000093219498 100 0 0 10 0
   1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 551 1 0000000093219499 20 4 30 10 -1
   2: 0100007F:D431 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 552 1 0000000093219500 20 4 30 10 -1
   3: 0500007F:D432 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 553 1 0000000093219500 20 4 30 10 -1
   4: 0100007F:D433 0100007F:1F90 04 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000093219500 20 4 30 10 -1
`
const TABLE6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0000000000000000FFFF00000100007F:D434 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1003        0 9001 1 0000000093219500 20 4 30 10 -1
   1: 0000000000000000FFFF00000100007F:D435 0000000000000000000000000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1003        0 9002 1 0000000093219500 20 4 30 10 -1
`
const linux = process.platform === 'linux'
const isRoot = linux && process.getuid?.() === 0
const near = { address: '127.0.0.1', port: 0x1f90 }
const far = (port: number, address = '127.0.0.1') => ({ address, port })

describe.runIf(endianness() === 'LE')('ownerOf', () => {
  it('finds the user at the far end, not at ours', () => {
    expect(ownerOf(TABLE, far(0xd431), near)).toBe(1001)
    expect(ownerOf(TABLE, near, far(0xd431))).toBe(0)
  })

  it('finds a far end by any address of this computer', () => {
    expect(ownerOf(TABLE, far(0xd432, '127.0.0.5'), near)).toBe(1002)
    expect(ownerOf(TABLE, far(0xd432), near)).toBeUndefined()
  })

  it('finds a program that reached us as ::ffff:127.0.0.1', () => {
    expect(ownerOf(TABLE6, far(0xd434), near)).toBe(1003)
    expect(ownerOf(TABLE6, far(0xd435), near)).toBeUndefined()
  })

  it('takes nobody for root whose program closed its end', () => {
    expect(ownerOf(TABLE, far(0xd433), near)).toBeUndefined()
  })

  it('knows nothing of a connection that is not listed', () => {
    expect(ownerOf(TABLE, far(1), near)).toBeUndefined()
    expect(ownerOf('', far(1), far(2))).toBeUndefined()
  })
})

/** What a program of another user is answered. Only root can be someone else for a moment. */
async function saidToOther(host: string, port: number, request: readonly string[]): Promise<string> {
  const program = `
    process.seteuid(65534)
    const socket = require('node:net').connect(${port}, '${host}')
    socket.write(${JSON.stringify(`${request.join('\r\n')}\r\n\r\n`)})
    socket.pipe(process.stdout)`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  await once(child, 'close')
  return said
}

/** Of a wallet that is open, in the dark and in Japanese. */
async function lookedAt() {
  const pages = builtPages()
  writeFileSync(join(pages, 'index.html'), '<!doctype html><html lang="en"><title>Coffer</title></html>')
  const server = await loopbackServer({}, pages, () => ({ theme: 'dark', language: 'ja', screen: 'open' }))
  onTestFinished(server.close)
  const asks = ['GET / HTTP/1.1', `Host: 127.0.0.1:${server.port}`, 'Connection: close']
  return { port: server.port, asks }
}

describe('isSameUser', () => {
  it('lets our own connections in', async () => {
    const server = await loopbackServer()
    const page = await openPage(server.port)
    page.close()
    await server.close()
  })

  it.each(['127.0.0.1', '::ffff:127.0.0.1'])('knows our own connection through %s', async (host) => {
    const server = await loopbackServer()
    const socket = connect({ host, port: server.port })
    await once(socket, 'connect')
    expect(await isSameUser(far(socket.localPort ?? 0), far(server.port))).toBe(true)
    socket.destroy()
    await server.close()
  })

  it.runIf(linux)('refuses a connection that nobody can be named for', async () => {
    expect(await isSameUser(far(1), far(2))).toBe(false)
  })

  it('has the page begin as the wallet of who asks does', async () => {
    const { port, asks } = await lookedAt()
    const answer = await rawExchange(port, `${asks.join('\r\n')}\r\n\r\n`)
    expect(answer).toContain('<html lang="ja" data-screen="open" data-theme="dark">')
  })

  it.runIf(isRoot)('tells another user nothing of the wallet with the page', async () => {
    const { port, asks } = await lookedAt()
    const answer = await saidToOther('127.0.0.1', port, asks)
    expect(answer).toContain('<html lang="en"><title>Coffer</title>')
  })

  it.runIf(isRoot).each(['127.0.0.1', '::ffff:127.0.0.1'])(
    'refuses the socket of another user who comes through %s',
    async (host) => {
      const server = await loopbackServer()
      const handshake = [
        'GET /socket HTTP/1.1',
        `Host: 127.0.0.1:${server.port}`,
        `Origin: http://127.0.0.1:${server.port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ]
      const said = await saidToOther(host, server.port, handshake)
      await server.close()
      expect(said.split('\r')[0]).toBe('HTTP/1.1 403 Forbidden')
    },
  )
})
