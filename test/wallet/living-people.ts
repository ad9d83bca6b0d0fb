import { ALL_MOVEMENTS } from '../support/wallet.ts'
import { type Act, type Acts, attempt, type Desk, type Life, one, unlock } from './living.ts'

/* What people call things and each other, whom they want nothing of, and what they do to their computer while money is on its way. */

const HOURS = 3_600
/** Seconds by which a computer's clock is wrong, often by nothing. */
const WRONG = [0, 40, -200, 0, 250, 400, -3 * HOURS, 0, 5 * HOURS, -250, 26 * HOURS] as const
const PASSPHRASES = ['four random words here', 'another lamp by the harbour'] as const
const LANGUAGES = ['en', 'zh-CN', 'ja', 'system'] as const

/** Somebody whom this person may pay, or sign with. */
const withPerson =
  (
    act: (life: Life, desk: Desk, user: { account: Desk['account']; userId: Desk['account'] }) => Promise<unknown>,
  ): Act =>
  async (life, desk, { pick }) => {
    const { account } = desk
    const others = [...life.payees, ...life.desks.map((each) => each.account)].filter((each) => each !== account)
    const userId = one(others, pick)
    if (userId !== undefined) await attempt(life, () => act(life, desk, { account, userId }))
  }

let names = 0
function newName(): string {
  names += 1
  return `Name ${names}`
}

export const PEOPLE = {
  callSomebody: [
    2,
    withPerson(async (_, { called, wallet }, user) => {
      const note = newName()
      await wallet.calls['contacts.save']({ ...user, alias: newName(), phone: '', note })
      called.people.set(user.userId, note)
    }),
  ],
  removeSomebody: [1, withPerson((_, { wallet }, user) => wallet.calls['contacts.remove'](user))],
  block: [1, withPerson((_, { wallet }, user) => wallet.calls['contacts.block'](user))],
  unblock: [1, withPerson((_, { wallet }, user) => wallet.calls['contacts.unblock'](user))],
  label: [
    2,
    async (life, { account, called, wallet }, { pick }) => {
      const asked = { account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 20 }
      const { rows } = await wallet.calls['activity.list'](asked)
      const id = one(rows, pick)?.id
      if (id === undefined) return
      const label = newName()
      await attempt(life, async () => {
        await wallet.calls['labels.set']({ account, id, label, note: '' })
        await wallet.calls['labels.setTags']({ account, id, tags: ['kept'] })
        // What is on its way has another id once it is there.
        if (id.startsWith('s:')) called.rows.set(id, label)
      })
    },
  ],
  language: [
    1,
    (_, { wallet }, { pick }) =>
      wallet.calls['app.setPreferences']({ language: one(LANGUAGES, pick) ?? 'en', hideAmounts: pick > 10 }),
  ],
  passphrase: [
    1,
    async (life, desk, { pick }) => {
      const { passphrase: current, wallet } = desk
      const next = one(PASSPHRASES, pick) ?? PASSPHRASES[0]
      const isSet = await attempt(life, () => wallet.calls['vault.setPassphrase']({ current, next }).then(() => true))
      if (isSet === true) desk.passphrase = next
    },
  ],
  /** By a person, in the middle of whatever else; it stays so until somebody wants something of this computer. */
  lock: [2, (life, { wallet }) => attempt(life, () => wallet.calls['session.lock'](null))],
  unlock: [1, (life, desk) => attempt(life, () => unlock(desk))],
  setClock: [2, async (_, { clock }, { pick }) => clock.set(one(WRONG, pick) ?? 0)],
} as const satisfies Acts
