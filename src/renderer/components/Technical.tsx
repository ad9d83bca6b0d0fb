import { type Said, say } from '#words'
import { shorten } from '../lib/digits.ts'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import type { Review } from '../state/types.ts'
import { CopyButton } from '../ui/Copy.tsx'
import { Disclosure } from '../ui/Surface.tsx'
import { CodeFact, Fact, Facts } from './Facts.tsx'
import { Figure } from './figures.tsx'
import { outputName, PROOF_WORDS, purposeName, roleName } from './review-model.ts'

type Transaction = Review['transactions'][number]

/** Every transaction of a payment as it was decoded. */
export function Technical(props: { readonly transactions: readonly Transaction[]; readonly chainName: string | Said }) {
  const { transactions, chainName } = props
  return (
    <div className="grid gap-6 pb-3">
      {transactions.map((transaction, at) => (
        <section key={transaction.requestId} aria-label={spoken(say('shared.transaction-2', { at: at + 1 }))}>
          {transactions.length > 1 && (
            <h3 className="mt-2 font-medium">
              {rich('shared.in', {
                at: at + 1,
                purposeName: purposeName(transaction.purpose),
                symbol: transaction.asset.symbol,
              })}
            </h3>
          )}
          <Facts>
            <CodeFact name={say('shared.transaction')} text={transaction.hash} />
            <CodeFact name={say('shared.request-id')} text={transaction.requestId} />
            <CodeFact name={say('shared.kernel-asset')} text={transaction.asset.kernelAssetId} />
            {transaction.references.map((reference) => (
              <CodeFact key={reference} name={say('shared.reference')} text={reference} />
            ))}
          </Facts>
          <Outputs transaction={transaction} chainName={chainName} />
          <Inputs transaction={transaction} />
          <Facts>
            <Fact name={say('shared.extra')}>
              {transaction.extraHex === '' ? (
                <span className="text-ink-3">{say('shared.empty')}</span>
              ) : (
                <>
                  {transaction.extraText !== null && <p className="select-text break-words">{transaction.extraText}</p>}
                  <p className="code select-text break-all text-ink-2">{transaction.extraHex}</p>
                </>
              )}
            </Fact>
            <Fact name={say('shared.bytes')}>
              <span className="flex items-start justify-between gap-2">
                <span className="figure">{rich('shared.byte', { raw: transaction.raw.length / 2 })}</span>
                <CopyButton
                  text={transaction.raw}
                  what={say('shared.raw-transaction')}
                  label={say('shared.copy-raw')}
                />
              </span>
              <Disclosure title={say('shared.show-in-hex')}>
                <p className="code select-text break-all rounded-md bg-sunken px-3 py-2 text-ink-2">
                  {transaction.raw}
                </p>
              </Disclosure>
            </Fact>
          </Facts>
        </section>
      ))}
    </div>
  )
}

/** The last column has figures. */
const Head = ({ names }: { readonly names: readonly string[] }) => (
  <thead>
    <tr className="text-ink-3 text-sm">
      {names.map((name) => (
        <th key={name} scope="col" className="pb-1.5 font-normal last:text-right">
          {name}
        </th>
      ))}
    </tr>
  </thead>
)

function Outputs({ transaction, chainName }: { readonly transaction: Transaction; readonly chainName: string | Said }) {
  return (
    <table className="my-3 w-full border-collapse text-left">
      <caption className="mb-2 text-left font-medium text-sm">
        {rich('shared.output', { outputs: transaction.outputs.length })}
      </caption>
      <Head
        names={[
          '#',
          say('shared.role'),
          say('shared.goes-to'),
          say('shared.keys'),
          say('shared.known-by'),
          say('shared.amount'),
        ]}
      />
      <tbody>
        {transaction.outputs.map((output) => (
          <tr key={output.index} className="border-line border-t">
            <th scope="row" className="figure py-1.5 pr-3 font-normal text-ink-3">
              {output.index}
            </th>
            <td className="py-1.5 pr-3">{roleName(output.role)}</td>
            <td dir="auto" className="max-w-40 truncate py-1.5 pr-3">
              {outputName(output.party, chainName)}
            </td>
            <td className="figure whitespace-nowrap py-1.5 pr-3">
              {output.keys === 0 ? '–' : rich('shared.of', { threshold: output.threshold, keys: output.keys })}
            </td>
            <td className="py-1.5 pr-3">{PROOF_WORDS[output.proof].word}</td>
            <td className="py-1.5 text-right">
              <Figure value={output.amount} plain />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Inputs({ transaction }: { readonly transaction: Transaction }) {
  return (
    <Disclosure title={say('shared.coin-spent', { inputs: transaction.inputs.length })}>
      <table className="mb-3 w-full border-collapse text-left">
        <caption className="sr-only">{say('shared.coins-that-are-spent')}</caption>
        <Head names={[say('shared.transaction'), say('shared.output-2'), say('shared.yours'), say('shared.amount')]} />
        <tbody>
          {transaction.inputs.map((input) => (
            <tr key={input.outputId} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 font-normal">
                <span className="flex items-center gap-1">
                  <span className="code" title={spoken(input.hash)}>
                    {shorten(input.hash, 10, 8)}
                  </span>
                  <CopyButton text={input.hash} what={say('shared.hash-of-the-coins-transaction')} />
                </span>
              </th>
              <td className="figure py-1.5 pr-3">{input.index}</td>
              <td className="py-1.5 pr-3">{input.proved ? say('shared.proved') : say('shared.not-proved')}</td>
              <td className="py-1.5 text-right">
                <Figure value={input.amount} plain />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  )
}
