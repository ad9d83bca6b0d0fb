import { expect, it } from 'vitest'
import { codeOf, failure } from '#contract/errors'
import { believed } from '../../src/remote/integrity.ts'

/* What is made of an answer that may not be the service's. */

const doubt = failure('remote.unproved', 'not signed')
const refused = () => {
  throw failure('remote.forbidden', 'refused')
}
const isFree = (error: unknown) => codeOf(error) === 'remote.forbidden'
const nothingIsFree = () => false

it.each([
  ['an answer without doubt', () => 'said', nothingIsFree, null, 'said'],
  ['an answer in doubt', () => 'said', nothingIsFree, doubt, 'remote.unproved'],
  ['a refusal without doubt', refused, nothingIsFree, null, 'remote.forbidden'],
  ['a refusal in doubt', refused, nothingIsFree, doubt, 'remote.unproved'],
  ['a refusal in doubt that needs no proof', refused, isFree, doubt, 'remote.forbidden'],
])('%s', (_, read, free, why, comes) => {
  const said = () => {
    try {
      return believed<string>(read, free, why)
    } catch (error) {
      return codeOf(error)
    }
  }
  expect(said()).toBe(comes)
})
