import type { AddressInfo, Server, Socket } from 'node:net'
import { ending } from './ending.ts'

export type Listening = Awaited<ReturnType<typeof listening>>

/** Has a server listen on a free port of loopback; its end is that of all its lines too. */
export async function listening(server: Server) {
  const lines = new Set<Socket>()
  server.on('connection', (line) => {
    lines.add(line)
    line.on('close', () => lines.delete(line))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    ...{ port, url: `http://127.0.0.1:${port}` },
    close: ending(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          for (const line of lines) line.destroy()
        }),
    ),
  }
}
