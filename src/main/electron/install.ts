import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, failure } from '#contract/errors'
import { type CheckedFile, isThatFile, type Updates } from '#updates'
import { say } from '#words'
import { askPerson } from './ask-person.ts'
import type { ElectronModule } from './module.ts'

/*
 * How a checked file becomes the program that runs, by what it is. Nothing is done before the person said yes in a box that no page can
 * script, and nothing is run or opened that was not read whole right before.
 */

type Done = Awaited<ReturnType<Updates['calls']['updates.install']>>['done']

interface InstallDeps {
  readonly electron: Pick<ElectronModule, 'dialog' | 'shell'>
  /** Where the AppImage lies that runs; null where none does. */
  readonly appImage: string | null
  /** Starts a program that outlives this one. */
  readonly run: (path: string) => void
}

export interface Installer {
  /** Throws `update.file`, `update.not_installed`. */
  install(file: CheckedFile): Promise<Done>
  /** What was put off until the program ends. */
  end(): Promise<void>
}

const PIECE = 1024 * 1024

const MEANING = {
  appimage: () => say('main.update.replace-means'),
  deb: () => say('main.update.open-means'),
  dmg: () => say('main.update.open-means'),
  nsis: () => say('main.update.end-means'),
} as const satisfies Record<CheckedFile['form'], () => string>

export function createInstaller(deps: InstallDeps): Installer {
  const { shell } = deps.electron
  let atEnd: CheckedFile | null = null

  async function isWished({ version, form }: CheckedFile): Promise<boolean> {
    const buttons = [say('main.cancel'), say('main.update.yes')]
    return (await askPerson(deps.electron, say('main.update.install', { version }), MEANING[form](), buttons)) === 1
  }

  return {
    async install(file) {
      if (!(await isWished(file))) return 'declined'
      // It stood there while the box did.
      await needThatFile(file)
      switch (file.form) {
        case 'appimage':
          await replace(file, deps.appImage)
          return 'replaced'
        case 'nsis':
          atEnd = file
          return 'at_end'
        case 'deb':
        case 'dmg': {
          const why = await shell.openPath(file.path)
          if (why !== '') throw failure('update.not_installed', 'the system did not open it')
          return 'opened'
        }
      }
    },
    async end() {
      if (atEnd === null || !(await isThatFile(atEnd.path, atEnd))) return
      deps.run(atEnd.path)
    },
  }
}

async function needThatFile(file: CheckedFile): Promise<void> {
  if (!(await isThatFile(file.path, file))) throw failure('update.file', 'changed since it was checked')
}

/** Puts the file in the place of the program that runs, whole or not at all. What takes its name is what was hashed on its way there. */
async function replace(file: CheckedFile, program: string | null): Promise<void> {
  if (program === null) throw failure('update.not_installed', 'no AppImage runs')
  const next = join(dirname(program), `.coffer-${file.version}.part`)
  try {
    await rm(next, { force: true })
    const from = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const to = await open(next, 'wx', 0o755)
      try {
        const sha512 = await copy(from, to)
        if (sha512 !== file.sha512) throw failure('update.file', 'changed while it was copied')
        await to.chmod(0o755)
        await to.sync()
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
    await rename(next, program)
  } catch (cause) {
    await rm(next, { force: true }).catch(() => undefined)
    throw codeOf(cause) === 'update.file' ? cause : failure('update.not_installed', 'it was not written', { cause })
  }
}

async function copy(from: FileHandle, to: FileHandle): Promise<string> {
  const hash = createHash('sha512')
  const buffer = Buffer.alloc(PIECE)
  for (let at = 0; ; ) {
    const { bytesRead } = await from.read(buffer, 0, PIECE, at)
    if (bytesRead === 0) return hash.digest('hex')
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    await to.appendFile(piece)
    at += bytesRead
  }
}
