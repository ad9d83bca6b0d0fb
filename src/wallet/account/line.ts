import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
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

/** Null where nobody is left who could tell: the keys are lost, and to bring them back takes a way out. */
const isOurs = async ({ vault, line }: Sealing): Promise<boolean | null> => {
  const [claim, seal] = [line?.claim() ?? null, line?.seal() ?? null]
  const canTell = sealers(vault).length > 0
  if (seal === null) return claim === null || !canTell
  if (!canTell) return null
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
  if (ours === null) return
  if (!ours) deps.log('warn', 'line.doubted')
  await deps.line.judge(ours)
}

async function sealLine({ vault, line }: Sealing): Promise<void> {
  const [account] = sealers(vault)
  const bytes = new TextEncoder().encode(line?.claim() ?? '')
  const seal = account === undefined ? null : { account, text: await vault.wrapFor(account, LABEL, bytes) }
  line?.keepSeal(seal)
}

/** Has another key seal what is agreed to, where the one that did is gone or is the first to come. */
export async function resealLine(deps: Sealing & Pick<WalletDeps, 'log'>): Promise<void> {
  const { vault, line, log } = deps
  if (line === undefined || vault.status().locked) return
  const { fixed, doubted } = line.view()
  const [seal, keys] = [line.seal(), sealers(vault)]
  if (fixed || doubted || keys.length === 0 || (seal === null && line.claim() === null)) return
  if (seal !== null && keys.includes(seal.account)) return
  await sealLine(deps).catch((error: unknown) => log('warn', 'line.not_sealed', { code: codeOf(error) }))
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
