import { describe, expect, it } from 'vitest'
import { isSameUser, ownerOf } from '../../../src/main/browser/peer.ts'
import { loopbackServer, openPage } from '../../support/loopback.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 550 1 0000000093219498 100 0 0 10 0
   1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 551 1 0000000093219499 20 4 30 10 -1
   2: 0100007F:D431 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 552 1 0000000093219500 20 4 30 10 -1
`

describe('ownerOf', () => {
  it('finds the user at the far end, not at ours', () => {
    expect(ownerOf(TABLE, 0xd431, 0x1f90)).toBe(1001)
    expect(ownerOf(TABLE, 0x1f90, 0xd431)).toBe(0)
  })

  it('knows nothing of a connection that is not listed', () => {
    expect(ownerOf(TABLE, 1, 0x1f90)).toBeUndefined()
    expect(ownerOf('', 1, 2)).toBeUndefined()
  })
})

describe('isSameUser', () => {
  it('lets our own connections in', async () => {
    const server = await loopbackServer()
    const page = await openPage(server.port)
    page.close()
    await server.close()
    expect(isSameUser(1, 2)).toBe(true)
  })
})
