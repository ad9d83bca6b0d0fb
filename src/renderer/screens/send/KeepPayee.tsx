import { BookmarkPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { EditAddress } from '../../components/EditAddress.tsx'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { payeeToKeep } from './receipt-model.ts'

/** Who was paid for the first time can be kept from here: the next payment then goes to a name, and not to what is copied from somewhere. */
export function KeepPayee({ payment }: { readonly payment: Payment }) {
  const { account } = useWallet()
  const [isOpen, setOpen] = useState(false)
  const payee = payeeToKeep(payment)
  if (payee === null) return null
  if (payee.kind === 'user') {
    const { userId } = payee
    if (account.kind === 'watch') return null
    return (
      <Button size="lg" icon={<UserPlus className="size-4" />} onPress={() => go({ name: 'contact', userId })}>
        {say('contacts.add-to-contacts')}
      </Button>
    )
  }
  return (
    <>
      <Button size="lg" icon={<BookmarkPlus className="size-4" />} onPress={() => setOpen(true)}>
        {say('contacts.save-address')}
      </Button>
      {isOpen && <EditAddress userId={null} given={payee} onClose={() => setOpen(false)} />}
    </>
  )
}
