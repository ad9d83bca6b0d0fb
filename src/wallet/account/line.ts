import type { UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Input, LineView, Topic } from '#contract/ipc'
import { sha256Hash } from '#protocol'
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
  const keys = sealers(vault)
  const marks = keys.map((id) => vault.accounts.describe(id).way).filter((way) => way !== null)
  // What was taken out of the file, or put back as it once was, has no false seal: the records of keys alone remember it.
  if (marks.length > 0) return marks.every((way) => way === digestOf(claim))
  const canTell = keys.length > 0
  if (seal === null) return claim === null || !canTell
  if (!canTell) return null
  try {
    const bytes = await vault.unwrapFor(seal.account, LABEL, seal.text)
    return new TextDecoder().decode(bytes) === (claim ?? '')
  } catch {
    return false
  }
}

const digestOf = (claim: string | null): string => sha256Hash(Buffer.from(claim ?? '').toString('hex'))

type Sealing = Pick<WalletDeps, 'line' | 'vault'>

/** Accounts whose key can seal; a wallet that only looks at others' has none, and nothing that a false authority could take. */
const sealers = (vault: Vault): UserId[] =>
  vault.accounts.list().filter((id) => vault.accounts.describe(id).hasSpendKey)

/** Settles, with the vault open, whether the way out is still the one that was agreed to. */
export async function judgeLine(deps: Sealing & Pick<WalletDeps, 'log'>): Promise<void> {
  const { line, log } = deps
  if (line === undefined || line.view().fixed) return
  const ours = await isOurs(deps)
  if (ours === null) return
  if (!ours) log('warn', 'line.doubted')
  await line.judge(ours)
  if (ours) await resealLine(deps)
}

/** In the record of each key, and sealed for who brings lost keys back. A kill on the way leaves records that differ, and that stops. */
async function sealLine({ vault, line }: Sealing): Promise<void> {
  const way = digestOf(line?.claim() ?? null)
  const keys = sealers(vault)
  // Whoever never set one keeps a record that older versions read.
  const isSet = line?.claim() !== null || keys.some((id) => vault.accounts.describe(id).way !== null)
  for (const id of keys) if (isSet && vault.accounts.describe(id).way !== way) await vault.accounts.agreeWay(id, way)
  const [account] = keys
  const bytes = new TextEncoder().encode(line?.claim() ?? '')
  const seal = account === undefined ? null : { account, text: await vault.wrapFor(account, LABEL, bytes) }
  line?.keepSeal(seal)
}

/** Has every key bear what is agreed to, where the one that sealed it is gone, or others have come. */
export async function resealLine(deps: Sealing & Pick<WalletDeps, 'log'>): Promise<void> {
  const { vault, line, log } = deps
  if (line === undefined || vault.status().locked) return
  const { fixed, doubted } = line.view()
  const [seal, keys, claim] = [line.seal(), sealers(vault), line.claim()]
  if (fixed || doubted || keys.length === 0 || (seal === null && claim === null)) return
  if (seal !== null && keys.includes(seal.account)) {
    const isMarked = (id: UserId): boolean => vault.accounts.describe(id).way === digestOf(claim)
    // One that was lost and came back may be the first that can tell.
    if (keys.every(isMarked) || (await isOurs(deps)) !== true) return
  }
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
