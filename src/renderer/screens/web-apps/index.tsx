import { ShieldQuestion } from 'lucide-react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Overlay.tsx'

/** Over everything: a bot's page wants to know balances. One at a time; refusing is as near as allowing. */
export function WebAppAsk() {
  const { state } = useWallet()
  const [ask] = useQuery('webapps.asking', null).value ?? []
  const decide = useAction('webapps.decide')
  if (ask === undefined) return null
  const { account: id, origin, bot } = ask
  const owner = state.accounts.find((one) => one.account === id)
  const answer = (allow: boolean) => void decide.run({ account: id, origin, allow })
  return (
    <Dialog
      key={`${id} ${origin}`}
      title={say('web-apps.a-page-asks-for-your-balances')}
      isOpen
      alert={
        <>
          <div className="flex items-center gap-3 rounded-lg bg-pressed px-4 py-3">
            <Avatar name={bot.name} seed={bot.userId} size="lg" />
            <div className="min-w-0">
              <p className="code break-words font-medium text-ink">{origin}</p>
              <p className={bot.scam ? 'font-medium text-sm text-stop' : 'text-sm'}>
                {rich('web-apps.page-of-which-is-marked-as', { bot: bot.name, scam: bot.scam })}
              </p>
            </div>
          </div>
          <p className="text-ink">
            {owner === undefined
              ? say('web-apps.it-would-see-which-assets-this')
              : rich('web-apps.it-would-see-which-assets-can', { owner: owner.name })}
          </p>
          <p className="flex items-start gap-2">
            <ShieldQuestion className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {say('web-apps.it-can-move-nothing-your-answer')}
          </p>
        </>
      }
      onClose={() => answer(false)}
      width="max-w-md"
      footer={
        <>
          <Button isDisabled={decide.pending} onPress={() => answer(false)}>
            {say('web-apps.show-nothing')}
          </Button>
          <Button kind={bot.scam ? 'secondary' : 'primary'} pending={decide.pending} onPress={() => answer(true)}>
            {say('web-apps.show-balances')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={decide.error} />
    </Dialog>
  )
}
