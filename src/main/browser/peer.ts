import { readFileSync } from 'node:fs'

/** `127.0.0.1:port` as Linux writes it in its table of sockets. */
const loopback = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`

/** The user who owns the far end of a loopback connection, from the text of /proc/net/tcp; undefined if it is not listed. */
export function ownerOf(table: string, farPort: number, nearPort: number): number | undefined {
  for (const line of table.split('\n')) {
    const [, local, remote, , , , , user] = line.trim().split(/\s+/)
    if (local === loopback(farPort) && remote === loopback(nearPort)) return Number(user)
  }
  return undefined
}

/**
 * Whether a loopback connection comes from the user who runs Coffer (or root, against whom nothing helps). A token that another user
 * of this computer saw in a list of processes is of no use to them then. Only Linux tells; elsewhere nobody is refused.
 */
export function isSameUser(farPort: number, nearPort: number): boolean {
  const own = process.getuid?.()
  if (process.platform !== 'linux' || own === undefined) return true
  try {
    const owner = ownerOf(readFileSync('/proc/net/tcp', 'utf8'), farPort, nearPort)
    return owner === undefined || owner === own || owner === 0
  } catch {
    return true
  }
}
