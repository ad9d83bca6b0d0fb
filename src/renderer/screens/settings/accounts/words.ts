import { say } from '#words'
import type { Permission } from '../../../state/types.ts'

export const FORMS: Readonly<Record<Permission['kind'], string>> = {
  authorization: say('settings.keys-of-an-authorization-which-sign'),
  token: say('settings.an-access-token-sent-as-it'),
}

/** What only this account's owner can do, said once where the account is looked at. */
export const CANNOT = say('settings.it-cannot-send-sign-make-deposit')
