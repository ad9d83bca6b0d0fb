import { Download } from 'lucide-react'
import { useRef } from 'react'
import { say } from '#words'
import { saveText } from '../../lib/save.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { QrCode } from '../../ui/Qr.tsx'

/** One's own card: whoever scans it can add and pay this account, and nothing else. */
export function OwnCard() {
  const { account } = useWallet()
  const code = useRef<HTMLDivElement>(null)
  const link = `https://mixin.one/users/${account.account}`

  function save(): void {
    const svg = code.current?.querySelector('svg')
    if (svg == null) return
    const copy = svg.cloneNode(true)
    if (!(copy instanceof SVGElement)) return
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    copy.removeAttribute('class')
    saveText(`${say('contacts.file-of-the-card')}-${account.identityNumber}.svg`, copy.outerHTML)
  }

  return (
    <section aria-label={say('contacts.your-card')}>
      <Frame inner="!p-4 flex flex-col items-center">
        <div ref={code}>
          <QrCode text={link} label={say('contacts.code-of-your-card')} size={152} />
        </div>
        <p className="mt-3 flex max-w-full items-center gap-2.5">
          <Avatar name={account.name} seed={account.account} colour={account.colour} size="sm" />
          <span className="min-w-0">
            <span dir="auto" className="block break-words text-row">
              {account.name}
            </span>
            <span className="figure block text-ink-2 text-xs">{account.identityNumber}</span>
          </span>
        </p>
      </Frame>
      <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
        <CopyButton text={link} what={say('contacts.link-to-you')} label={say('contacts.copy')} />
        <Button size="sm" icon={<Download className="size-4" />} onPress={save}>
          {say('common.save')}
        </Button>
      </div>
      <p className="mt-2.5 text-ink-2 text-sm">{say('contacts.show-this-card')}</p>
    </section>
  )
}
