import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/** One end of a connection: an IPv4 address of this computer and a port. */
interface End {
  readonly address: string
  readonly port: number
}

/** The tables of sockets of Linux; a program that speaks IPv6 reaches 127.0.0.1 as `::ffff:127.0.0.1` and stands in the second. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
/** Rows move while a table is read, and one may be missed. */
const READS = 3
const ESTABLISHED = '01'

const hex = (bytes: readonly number[]): string =>
  bytes
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

/** An end as Linux writes it in either table: words of 32 bits in the order of the machine. */
function writtenForms({ address, port }: End): string[] {
  const octets = address.split('.').map(Number)
  const little = endianness() === 'LE'
  const [word, mapped] = little ? [hex(octets.toReversed()), 'FFFF0000'] : [hex(octets), '0000FFFF']
  const tail = hex([port >> 8, port & 0xff])
  return [`${word}:${tail}`, `${'0'.repeat(16)}${mapped}${word}:${tail}`]
}

/**
 * The user who owns the far end of a connection, from the text of a table; undefined if it is not listed as open. What its program has
 * closed already is listed under user 0.
 */
export function ownerOf(table: string, far: End, near: End): number | undefined {
  const [fars, nears] = [writtenForms(far), writtenForms(near)]
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , user] = line.trim().split(/\s+/)
    const form = fars.indexOf(local)
    if (form !== -1 && remote === nears[form] && state === ESTABLISHED) return Number(user)
  }
  return undefined
}

/** Linux walks all places that a connection can have for each reading, which takes milliseconds: not on the thread that answers others meanwhile. */
async function findOwner(far: End, near: End): Promise<number | undefined> {
  for (let read = 0; read < READS; read += 1) {
    for (const table of TABLES) {
      // A computer without IPv6 has no second table.
      const owner = ownerOf(await readFile(table, 'utf8').catch(() => ''), far, near)
      if (owner !== undefined) return owner
    }
  }
  return undefined
}

/**
 * Whether a loopback connection comes from the user who runs Coffer (or root, against whom nothing helps). A token that another user
 * of this computer saw in a list of processes is of no use to them then. Only Linux tells, and there whoever cannot be named is refused;
 * elsewhere nobody is.
 */
export async function isSameUser(far: End, near: End): Promise<boolean> {
  const own = process.getuid?.()
  if (process.platform !== 'linux' || own === undefined) return true
  const owner = await findOwner(far, near)
  return owner === own || owner === 0
}

/** The same of a connection that a server has. */
export const isOfSameUser = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<boolean> =>
  isSameUser(
    { address: remoteAddress ?? '', port: remotePort ?? 0 },
    { address: localAddress ?? '', port: localPort ?? 0 },
  )
