import { failure } from '#contract/errors'
import type { Input, LineView, Topic } from '#contract/ipc'
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

const wishOf = ({ proxy, authority }: Input<'network.setLine'>): LineWish => ({ proxy, authority })

/** The way out to the service: read, tried and changed. */
export function lineCalls({ line }: Pick<WalletDeps, 'line'>, changed: (topics: Topic[]) => void): CallsOf<'network'> {
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
          changed(['app', 'connection'])
          return setting.view()
        },
      }
    },
  }
}
