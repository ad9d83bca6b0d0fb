import { plural, shorten } from '../lib/digits.ts'
import { isolated } from '../lib/isolated.ts'
import type { Review } from '../state/types.ts'
import { CopyButton } from '../ui/Copy.tsx'
import { Disclosure } from '../ui/Surface.tsx'
import { CodeFact, Fact, Facts } from './Facts.tsx'
import { Figure } from './figures.tsx'
import { outputName, PROOF_WORDS, purposeName, roleName } from './review-model.ts'

type Transaction = Review['transactions'][number]

/** Every transaction of a payment as it was decoded. */
export function Technical(props: { readonly transactions: readonly Transaction[]; readonly chainName: string }) {
  const { transactions, chainName } = props
  return (
    <div className="grid gap-6 pb-3">
      {transactions.map((transaction, at) => (
        <section key={transaction.requestId} aria-label={`Transaction ${at + 1}`}>
          {transactions.length > 1 && (
            <h3 className="mt-2 font-medium">{`${at + 1}. ${purposeName(transaction.purpose)} in ${isolated(transaction.asset.symbol)}`}</h3>
          )}
          <Facts>
            <CodeFact name="Transaction" text={transaction.hash} />
            <CodeFact name="Request id" text={transaction.requestId} />
            <CodeFact name="Kernel asset" text={transaction.asset.kernelAssetId} />
            {transaction.references.map((reference) => (
              <CodeFact key={reference} name="Reference" text={reference} />
            ))}
          </Facts>
          <Outputs transaction={transaction} chainName={chainName} />
          <Inputs transaction={transaction} />
          <Facts>
            <Fact name="Extra">
              {transaction.extraHex === '' ? (
                <span className="text-ink-3">Empty</span>
              ) : (
                <>
                  {transaction.extraText !== null && <p className="select-text break-words">{transaction.extraText}</p>}
                  <p className="code select-text break-all text-ink-2">{transaction.extraHex}</p>
                </>
              )}
            </Fact>
            <Fact name="Bytes">
              <span className="flex items-start justify-between gap-2">
                <span className="figure">{plural(transaction.raw.length / 2, 'byte')}</span>
                <CopyButton text={transaction.raw} what="raw transaction" label="Copy raw" />
              </span>
              <Disclosure title="Show in hex">
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

const HEAD = 'pb-1.5 font-normal text-ink-3 text-sm'

function Outputs({ transaction, chainName }: { readonly transaction: Transaction; readonly chainName: string }) {
  return (
    <table className="my-3 w-full border-collapse text-left">
      <caption className="mb-2 text-left font-medium text-sm">{plural(transaction.outputs.length, 'output')}</caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            #
          </th>
          <th scope="col" className={HEAD}>
            Role
          </th>
          <th scope="col" className={HEAD}>
            Goes to
          </th>
          <th scope="col" className={HEAD}>
            Keys
          </th>
          <th scope="col" className={HEAD}>
            Known by
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {transaction.outputs.map((output) => (
          <tr key={output.index} className="border-line border-t">
            <td className="figure py-1.5 pr-3 text-ink-3">{output.index}</td>
            <td className="py-1.5 pr-3">{roleName(output.role)}</td>
            <td className="max-w-40 truncate py-1.5 pr-3">{outputName(output.party, chainName)}</td>
            <td className="figure whitespace-nowrap py-1.5 pr-3">
              {output.keys === 0 ? '–' : `${output.threshold} of ${output.keys}`}
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
    <Disclosure title={`${plural(transaction.inputs.length, 'coin')} spent`}>
      <table className="mb-3 w-full border-collapse text-left">
        <caption className="sr-only">Coins that are spent</caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              Transaction
            </th>
            <th scope="col" className={HEAD}>
              Output
            </th>
            <th scope="col" className={HEAD}>
              Yours
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {transaction.inputs.map((input) => (
            <tr key={input.outputId} className="border-line border-t">
              <td className="py-1.5 pr-3">
                <span className="flex items-center gap-1">
                  <span className="code" title={input.hash}>
                    {shorten(input.hash, 10, 8)}
                  </span>
                  <CopyButton text={input.hash} what="hash of the coin’s transaction" />
                </span>
              </td>
              <td className="figure py-1.5 pr-3">{input.index}</td>
              <td className="py-1.5 pr-3">{input.proved ? 'Proved' : 'Not proved'}</td>
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
