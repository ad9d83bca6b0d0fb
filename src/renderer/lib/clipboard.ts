export type CopyOutcome = 'copied' | 'failed' | 'changed'

const SAID_MS = 2_000
const LOOKS_MS = [1_000, 3_000, 10_000, 30_000, 60_000]

/**
 * Copies text and, where the host has allowed reading, compares the clipboard for a minute with what was copied:
 * programs that swap addresses do it in that time. Tells the outcome, then null when there is nothing left to say.
 */
export function copyAndWatch(text: string, tell: (outcome: CopyOutcome | null) => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  let isOver = false
  const stop = () => {
    isOver = true
    timers.splice(0).forEach(clearTimeout)
  }
  /** Nothing more is begun once it was stopped, which may be while the clipboard is still asked. */
  const later = (ms: number, run: () => void) => {
    if (!isOver) timers.push(setTimeout(run, ms))
  }

  async function look(): Promise<void> {
    const held = await heldNow()
    if (!isOver && held !== '' && differsInDisguise(text, held)) {
      stop()
      tell('changed')
    }
  }

  async function run(): Promise<void> {
    const isCopied = await put(text)
    if (isOver) return
    tell(isCopied ? 'copied' : 'failed')
    later(isCopied ? SAID_MS : SAID_MS * 2, () => tell(null))
    if (!isCopied) return
    if (!(await mayRead())) return
    for (const wait of LOOKS_MS) later(wait, () => void look().catch(() => undefined))
  }

  void run()
  return stop
}

const REMEMBERED_MS = 5 * 60_000
let copied: { readonly text: string; readonly at: number } | null = null

/** What was copied here in the last minutes; null where that was nothing. */
export const lastCopied = (): string | null =>
  copied !== null && performance.now() - copied.at < REMEMBERED_MS ? copied.text : null

export function forgetCopied(): void {
  copied = null
}

/** Nobody is asked for leave to read: where the host has not given it, the clipboard is not known. */
async function mayRead(): Promise<boolean> {
  const permission = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }).catch(() => null)
  return permission?.state === 'granted'
}

/** What the clipboard holds; nothing where it cannot be known without asking anybody. */
export async function heldNow(): Promise<string> {
  if (!document.hasFocus() || !(await mayRead())) return ''
  return await navigator.clipboard.readText().catch(() => '')
}

/** Whether the text is on the clipboard now. */
async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    copied = { text, at: performance.now() }
    return true
  } catch {
    return false
  }
}

/** Takes a secret that was pasted off the clipboard, where every program could read it. Where that is not allowed, it stays. */
export async function emptyClipboard(): Promise<void> {
  await put('')
}

/** Whether the clipboard holds something of the copied kind that is not it. Other text was copied by the person. */
export function differsInDisguise(copied: string, held: string): boolean {
  if (held.trim() === copied) return false
  const compact = !/\s/.test(held.trim())
  return compact && Math.abs(held.trim().length - copied.length) <= 12
}
