import { type Step, shown } from '../tour.ts'

export const totals: Step = {
  title: 'Nothing came from nowhere and nothing was lost',
  async run(tour) {
    const { totals: rows, outputs } = await tour.net().control.call('local.state')
    tour.say(`${outputs.unspent} outputs are unspent, ${outputs.spent} were spent.`)
    for (const { symbol, deposited, withdrawn, unspent, signed } of rows) {
      tour.claim(
        `${symbol}: deposited ${shown(deposited)} − withdrawn ${shown(withdrawn)} = held ${shown(unspent)} + on its way ${shown(signed)}`,
        deposited - withdrawn === unspent + signed,
      )
    }
    tour.claim('the totals are those of four assets', rows.filter(({ deposited }) => deposited > 0n).length === 4)
  },
}
