import { ImageDown } from 'lucide-react'
import { useState } from 'react'
import { isolated, say, withoutMarks } from '#words'
import { Figure } from '../../components/figures.tsx'
import { userName, WholeGroup } from '../../components/group.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { savePicture } from '../../lib/save.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { QrCode, qrPicture } from '../../ui/Qr.tsx'
import { askedSum, type Sum } from './asks.ts'

/** A link to be paid by, as a code, with whose it is. `sum` is what it asks for, if it asks for so much. */
export function PayCode(props: { readonly link: string; readonly sum?: Sum }) {
  const { link, sum } = props
  const { account, group } = useWallet()
  const [failed, setFailed] = useState(false)

  async function save(): Promise<void> {
    const whose =
      group === null
        ? [`${isolated(account.name)} ${account.identityNumber}`]
        : [group.name, group.members.map(userName).join(say('lib.separator'))]
    const lines = [...(sum === undefined ? [] : [askedSum(sum)]), ...whose].map(withoutMarks)
    try {
      savePicture('coffer-code.png', await qrPicture(link, lines))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <QrCode text={link} label={say('receive.qr-code-of-the-payment-link')} size={272} />
      {group === null ? (
        <>
          <p className="mt-4 max-w-full break-words text-center font-semibold">{account.name}</p>
          <p className="figure text-ink-3 text-sm">{account.identityNumber}</p>
        </>
      ) : (
        <div className="mt-4 text-center [&_span]:justify-center">
          <WholeGroup group={group} />
        </div>
      )}
      {/* Whoever is shown the code sees what it asks for before it is read. */}
      {sum !== undefined && (
        <p className="mt-2 max-w-full break-words text-center">
          <Figure value={sum.amount} symbol={sum.asset.symbol} plain className="font-semibold" />{' '}
          <span className="text-ink-2 text-sm">{assetDetail(sum.asset)}</span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <CopyButton text={link} what={say('receive.link')} label={say('receive.copy-link')} />
        <Button size="sm" icon={<ImageDown className="size-4" />} onPress={() => void save()}>
          {say('receive.save-picture')}
        </Button>
      </div>
      <p role="status" className="text-sm text-stop">
        {failed ? say('receive.no-picture') : ''}
      </p>
    </>
  )
}
