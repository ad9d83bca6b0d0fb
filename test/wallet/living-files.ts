import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { type Acts, attempt, type Desk, forgetAgreed, type Life, look, newParts, one, openAgain } from './living.ts'
import { lookAround } from './living-screens.ts'

/* What passes by itself, what goes wrong, and what people do with their files. */

const LOST = [/safe\/transaction/, /multisigs/, /outputs/, /safe\/keys/, /transactions/, /collectibles/] as const

/** More computers would only take longer. */
const MOST_DESKS = 5

/** As after a new installation: its keys and its group are there, its history is to be read anew. */
async function comeBack(life: Life, { wallet, account, clock, phrase }: Desk): Promise<void> {
  // By a clock that is wrong nobody comes back: who is told so puts it right first.
  clock.set(0)
  await wallet.calls['accounts.recoverLocal']({ phrase })
  const members = [...new Set(life.desks.map((each) => each.account))]
  await wallet.calls['groups.create']({ account, name: 'Treasury', members, threshold: 2 })
}

export const FILES = {
  look: [
    6,
    async (life, desk) => {
      await look(desk)
      await lookAround(life, desk)
    },
  ],
  confirm: [5, ({ network }) => network.blocks(1)],
  timePasses: [2, async ({ time }, _desk, { pick }) => time.forward(one([1, 5, 13, 24, 30], pick) ?? 1)],
  loseAnswers: [
    5,
    async (_life, { line }, { pick, agree }) => {
      const path = one(LOST, pick) ?? LOST[0]
      line.faults.push({ path, act: agree ? 'after' : 'before', times: 1 + (pick % 3) })
    },
  ],
  restart: [
    2,
    async (life, desk) => {
      await desk.wallet.close()
      await openAgain(life, desk)
    },
  ],
  loseCache: [
    1,
    async (life, desk) => {
      await desk.wallet.close()
      for (const end of ['', '-wal', '-shm'])
        rmSync(join(desk.dir, 'local', desk.account, `cache.db${end}`), { force: true })
      await openAgain(life, desk)
    },
  ],
  copyFiles: [
    2,
    async (life, desk) => {
      await desk.wallet.close()
      const { keychain, passphrase } = desk
      desk.older = { dir: newFolder('older'), keychain: testKeychain(new Map(keychain.entries)), passphrase }
      cpSync(desk.dir, desk.older.dir, { recursive: true })
      await openAgain(life, desk)
    },
  ],
  goBackToCopy: [
    2,
    async (life, desk) => {
      if (desk.older === null) return
      await desk.wallet.close()
      forgetAgreed(life, desk)
      desk.keychain = testKeychain(new Map(desk.older.keychain.entries))
      desk.passphrase = desk.older.passphrase
      desk.dir = newFolder('back')
      cpSync(desk.older.dir, desk.dir, { recursive: true })
      await openAgain(life, desk)
    },
  ],
  backUp: [
    2,
    async (life, { backups, passphrase, phrase, wallet }) => {
      if (phrase === '') return
      const { folder } = await wallet.calls['backup.read'](null)
      const given = { folder: backups, rhythm: 'off', passphrase } as const
      if (folder === null) await attempt(life, () => wallet.calls['backup.setUp'](given))
      else await attempt(life, () => wallet.calls['backup.make'](null))
    },
  ],
  /** On a new computer; the files of the old one stay, and may be gone back to. */
  restore: [
    2,
    async (life, desk) => {
      const { calls } = desk.wallet
      const found = await attempt(life, () => calls['backup.find']({ folder: desk.backups }))
      const path = found?.[0]?.path
      if (path === undefined) return
      await desk.wallet.close()
      forgetAgreed(life, desk)
      const { dir, keychain, passphrase } = desk
      const older = { dir, keychain, passphrase }
      Object.assign(desk, { older, dir: newFolder('restored'), keychain: testKeychain(), passphrase: null })
      await openAgain(life, desk)
      const secret = { kind: 'words', text: desk.phrase } as const
      await desk.wallet.calls['backup.restore']({ path, secret, passphrase: null })
      desk.line.faults.length = 0
      await comeBack(life, desk)
    },
  ],
  /** A third computer for somebody, who goes on with the others. */
  anotherComputer: [
    2,
    async (life, desk) => {
      const { account, backups, name, phrase, wallet } = desk
      if (life.desks.length > MOST_DESKS || phrase === '') return
      const found = await attempt(life, () => wallet.calls['backup.find']({ folder: backups }))
      const path = found?.[0]?.path
      if (path === undefined) return
      const parts = newParts(life.time, `${name}, another`)
      const another: Desk = { ...parts, account, phrase, wallet }
      await openAgain(life, another)
      const secret = { kind: 'words', text: phrase } as const
      await another.wallet.calls['backup.restore']({ path, secret, passphrase: null })
      await comeBack(life, another)
      life.desks.push(another)
      for (const { desks } of [...life.runs, ...life.plans]) if (desks.includes(desk)) desks.push(another)
    },
  ],
  /** What another computer of the same person has backed up comes to what is here. */
  absorb: [
    2,
    async (life, desk) => {
      const { account, passphrase, phrase, wallet } = desk
      if (phrase === '') return
      const other = life.desks.find((each) => each.account === account && each.name !== desk.name) ?? desk
      const found = await attempt(life, () => wallet.calls['backup.find']({ folder: other.backups }))
      const path = found?.[0]?.path
      if (path === undefined) return
      const secret = { kind: 'words', text: phrase } as const
      await attempt(life, () => wallet.calls['backup.restore']({ path, secret, passphrase }))
      forgetAgreed(life, desk)
    },
  ],
  removeAccount: [
    1,
    async (life, desk) => {
      const { account, line, passphrase, phrase, wallet } = desk
      if (phrase === '') return
      const done = await attempt(life, () => wallet.calls['accounts.remove']({ account, passphrase }).then(() => true))
      if (done !== true) return
      forgetAgreed(life, desk)
      line.faults.length = 0
      await comeBack(life, desk)
    },
  ],
} as const satisfies Acts
