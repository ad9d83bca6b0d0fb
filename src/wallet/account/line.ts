import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Input, LineView, Topic } from '#contract/ipc'
import type { Vault } from '#vault'
import { type Said, said } from '#words/facts'
import type { CallsOf } from '../shared/calls.ts'
import { actReview } from '../shared/consent.ts'
import type { LineSetting, LineWish, WalletDeps } from '../shared/deps.ts'

/** What a way out means, in sentences for whoever agrees to it. */
function linesOf({ proxy, authority }: LineView): Said[] {
  return [
    proxy === null
      ? said('check.line.direct')
      : said('check.line.proxy', { kind: proxy.kind, address: `${proxy.host}:${proxy.port}` }),
    ...(authority === null
      ? [said('check.line.usual-authorities')]
      : [
          said('check.line.authority', { subject: authority.subject }),
          said('check.line.fingerprint', { fingerprint: authority.fingerprint }),
        ]),
    said('check.line.sees'),
  ]
}

const LABEL = 'line'

const isOurs = async ({ vault, line }: Sealing): Promise<boolean> => {
  const [claim, seal] = [line?.claim() ?? null, line?.seal() ?? null]
  if (seal === null) return claim === null || !sealers(vault).length
  try {
    const bytes = await vault.unwrapFor(seal.account, LABEL, seal.text)
    return new TextDecoder().decode(bytes) === (claim ?? '')
  } catch {
    return false
  }
}

type Sealing = Pick<WalletDeps, 'line' | 'vault'>

/** Accounts whose key can seal; a wallet that only looks at others' has none, and nothing that a false authority could take. */
const sealers = (vault: Vault): UserId[] =>
  vault.accounts.list().filter((id) => vault.accounts.describe(id).hasSpendKey)

/** Settles, with the vault open, whether the way out is still the one that was agreed to. */
export async function judgeLine(deps: Sealing & Pick<WalletDeps, 'log'>): Promise<void> {
  if (deps.line === undefined) return
  const ours = await isOurs(deps)
  if (!ours) deps.log('warn', 'line.doubted')
  await deps.line.judge(ours)
}

async function sealLine({ vault, line }: Sealing): Promise<void> {
  const [account] = sealers(vault)
  const bytes = new TextEncoder().encode(line?.claim() ?? '')
  const seal = account === undefined ? null : { account, text: await vault.wrapFor(account, LABEL, bytes) }
  line?.keepSeal(seal)
}

const wishOf = ({ proxy, authority }: Input<'network.setLine'>): LineWish => ({ proxy, authority })

/** The way out to the service: read, tried and changed. */
export function lineCalls(deps: Sealing, changed: (topics: Topic[]) => void): CallsOf<'network'> {
  const { line } = deps
  const own = (): LineSetting => {
    if (line === undefined) throw failure('host.refused', 'no way out of ours', { details: { reason: 'line' } })
    return line
  }
  return {
    'network.line': async () => own().view(),
    'network.findTor': async () => ({ port: await own().findTor() }),
    'network.readAuthority': async ({ pem }) => own().readAuthority(pem),
    async 'network.setLine'(input) {
      const setting = own()
      const wish = wishOf(input)
      const next = setting.read(wish)
      const about = JSON.stringify([next.proxy, next.authority?.fingerprint ?? null])
      return {
        passphrase: input.passphrase,
        shown: actReview('line', about, {
          title: said('title.line'),
          lines: linesOf(next),
          verb: said('title.line-use'),
        }),
        async act() {
          if (!input.untried) await setting.probe(wish)
          await setting.use(wish)
          await sealLine(deps)
          changed(['app', 'connection'])
          return setting.view()
        },
      }
    },
  }
}
