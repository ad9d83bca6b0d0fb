import { defined } from '#contract/defined'
import type { UserId } from '#contract/domain'
import { standingOf } from '../nodes/calls.ts'
import { readNodes } from '../nodes/kept.ts'
import type { CallsOf } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'
import { examine } from './examine.ts'

type DoctorDeps = Pick<WalletDeps, 'network' | 'fetch' | 'clock' | 'random' | 'log' | 'vault' | 'line' | 'profile'>

export function doctorCalls(deps: DoctorDeps, deskOf: (account: UserId) => Desk): CallsOf<'doctor'> {
  return {
    async 'doctor.run'({ account, makesKeys }) {
      const { signer, hasKey } = deskOf(account)
      const { network, fetch, clock, random, log, vault, line } = deps
      const { publicKey } = vault.accounts.describe(account)
      return examine({
        ...{ account, network, fetch, clock, random, log, makesKeys },
        ...defined({ way: line?.view() }),
        nodes: () => Promise.all(readNodes(deps.profile.settings).nodes.map((node) => standingOf(deps, node))),
        authorize: (request) => signer.authorize(request),
        answerKey: () => vault.accounts.permission(account)?.serverKey ?? null,
        spendKeys: publicKey === null ? [] : [publicKey],
        prove: hasKey() ? (inputs, views) => signer.prove({ inputs, views }) : null,
      })
    },
  }
}
