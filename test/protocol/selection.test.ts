import { describe, expect, it } from 'vitest'
import { CofferError, parseAmount, selectOutputs } from '#protocol'

const output = (amount: string, state = 'unspent') => ({ amount: parseAmount(amount), state })

describe('selectOutputs', () => {
  it('leaves out what is not unspent, wherever it stands', () => {
    const outputs = [output('1', 'signed'), output('2'), output('3', 'spent'), output('4')]
    expect(selectOutputs(outputs, [parseAmount('5')])).toEqual({
      selected: [outputs[1], outputs[3]],
      change: parseAmount('1'),
    })
  })

  it('stops at 256 inputs', () => {
    const outputs = Array.from({ length: 257 }, () => output('1'))
    expect(selectOutputs(outputs, [parseAmount('256')]).selected).toHaveLength(256)
    expect(() => selectOutputs(outputs, [parseAmount('257')])).toThrow('more than 256')
  })

  it('says what there was and what was asked for', () => {
    try {
      selectOutputs([output('1'), output('2', 'spent')], [parseAmount('1'), parseAmount('0.5')])
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(CofferError)
      expect(error).toMatchObject({
        code: 'protocol.selection',
        details: { reason: 'insufficient', total: '150000000', available: '100000000' },
      })
    }
  })
})
