import { z } from 'zod'
import { registrationView } from './account-views.ts'
import { accountView } from './app-views.ts'
import { account, consenting, type Method, method, passphrase } from './method.ts'

const words = z.array(z.string().max(32)).length(24)

/** A spend key of an account: made, brought along, compared with the paper, shown, registered. */
export const keyMethods = {
  'keys.create': method(z.object(account), z.object({ words })),
  /**
   * Positions that the quiz asks for, chosen by the wallet: of 24 words, or of the 16 groups of four characters that a key without words
   * is written down in.
   */
  'keys.quiz': method(z.object(account), z.object({ positions: z.array(z.number().int().min(0).max(23)) })),
  /** Puts a new key to use, or notes that the paper of a key in use was compared. Throws `wallet.quiz_wrong`. */
  'keys.answerQuiz': method(z.object({ ...account, words: z.array(z.string().max(32)).min(1).max(24) }), accountView),
  'keys.restore': method(z.object({ ...account, phrase: z.string().max(400) }), accountView),
  /** Takes in a spend key in whatever spelling. Throws `input.spend_key`, `vault.key_mismatch`. */
  'keys.bring': method(z.object({ ...account, key: z.string().max(20_000) }), accountView),
  /** Goes on without a key: the account is looked at, nothing can be signed, and a key can be brought later. */
  'keys.look': method(z.object(account), accountView),
  /** The key as 64 characters, with eight more by which a mistake in writing it down is noticed. */
  'keys.revealKey': consenting(
    'keys',
    z.object({ ...account, passphrase }),
    z.object({ key: z.string(), check: z.string() }),
  ),
  'keys.reveal': consenting('keys', z.object({ ...account, passphrase }), z.object({ words })),
  'registration.explain': method(z.object(account), registrationView),
  /**
   * By the account's six digits or TIP key (`proof`, in whatever spelling, used once and kept nowhere), or by an app's own call, which
   * needs neither. Throws `input.pin`, `input.tip_key`.
   */
  'registration.submit': method(
    z.object({ ...account, proof: z.string().max(20_000).optional(), byApp: z.boolean().optional() }),
    accountView,
  ),
} as const satisfies Readonly<Record<string, Method>>
