import type { RequestId } from '#contract/domain'
import { lockFolder } from '../../src/store/files.ts'
import { aHolder, anOutput, aPayment, aPlan, hashOf, openAccount, request } from '../support/store.ts'

/*
 * A process for tests to kill: writes pages of outputs, or payments up to their signature, for ever, and says on stdout
 * what it has got an answer for. With `copies` it makes one copy after another. With `open` it only tries to open, with `lock` to take the
 * folder, and says what came of it.
 */

const [mode, dir = ''] = process.argv.slice(2)
const say = (text: string): void => void process.stdout.write(`${text}\n`)

export const PAGE = 50

function writePages(): void {
  const store = openAccount(dir)
  const holder = aHolder()
  for (let first = store.cache.outputs.cursor(holder.id) + 1; ; first += PAGE) {
    const outputs = Array.from({ length: PAGE }, (_, at) => anOutput(first + at))
    store.cache.outputs.applyPage({ holder, outputs, cursor: first + PAGE - 1 })
    say(String(first + PAGE - 1))
  }
}

function writePayments(): void {
  const store = openAccount(dir)
  const { payments } = store.intents
  for (let number = payments.list().length; ; number += 1) {
    const id: RequestId = request(number)
    payments.create(aPayment(number))
    payments.reserve(id, [aPlan(number, [anOutput(`coin ${number}`)])])
    payments.storeRaw(id, [{ requestId: id, raw: '7777', hash: hashOf(number) }])
    payments.markVerified(id, [{ requestId: id, record: null }])
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(id, [{ requestId: id, raw: `7777${Buffer.from(String(number)).toString('hex')}` }])
    say(String(number))
  }
}

function makeCopies(): void {
  const store = openAccount(dir)
  say('begun')
  for (;;) store.copyNow()
}

if (mode === 'pages') writePages()
else if (mode === 'copies') makeCopies()
else if (mode === 'payments') writePayments()
else if (mode === 'open' || mode === 'lock') {
  try {
    if (mode === 'lock') lockFolder(dir)()
    else openAccount(dir).close()
    say('opened')
  } catch (error) {
    say(error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
  }
}
