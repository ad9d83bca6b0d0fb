export type CopyOutcome = 'copied' | 'failed' | 'changed'

const SAID_MS = 2_000
const LOOKS_MS = [1_000, 3_000, 10_000, 30_000, 60_000]

/**
 * Copies text and, where the host has allowed reading, compares the clipboard for a minute with what was copied:
 * programs that swap addresses do it in that time. Tells the outcome, then null when there is nothing left to say.
 */
export function copyAndWatch(text: string, tell: (outcome: CopyOutcome | null) => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  const stop = () => timers.splice(0).forEach(clearTimeout)

  async function look(): Promise<void> {
    if (!document.hasFocus()) return
    const held = await navigator.clipboard.readText()
    if (held !== '' && differsInDisguise(text, held)) {
      stop()
      tell('changed')
    }
  }

  async function run(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      tell('failed')
      timers.push(setTimeout(() => tell(null), SAID_MS * 2))
      return
    }
    tell('copied')
    timers.push(setTimeout(() => tell(null), SAID_MS))
    const permission = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }).catch(() => null)
    if (permission?.state !== 'granted') return
    for (const wait of LOOKS_MS) timers.push(setTimeout(() => void look().catch(() => undefined), wait))
  }

  void run()
  return stop
}

/** Takes a secret that was pasted off the clipboard, where every program could read it. Where that is not allowed, it stays. */
export async function emptyClipboard(): Promise<void> {
  await navigator.clipboard.writeText('').catch(() => undefined)
}

/** Whether the clipboard holds something of the copied kind that is not it. Other text was copied by the person. */
function differsInDisguise(copied: string, held: string): boolean {
  if (held.trim() === copied) return false
  const compact = !/\s/.test(held.trim())
  return compact && Math.abs(held.trim().length - copied.length) <= 12
}
