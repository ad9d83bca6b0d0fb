import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Input } from '../../ui/Input.tsx'
import { type ProxyForm, TOR_HOST } from './proxy-form.ts'

const KINDS = [
  { value: 'none', label: say('settings.proxy-no') },
  { value: 'socks5', label: 'SOCKS5' },
  { value: 'http', label: 'HTTP' },
  { value: 'https', label: 'HTTPS' },
] as const

/** Where something like Tor answers on this computer; looked for once, when somebody is about to choose. */
function useTorPort(): number | null {
  const find = useAction('network.findTor')
  const [port, setPort] = useState<number | null>(null)
  const run = useRef(find.run)
  useEffect(() => {
    void run.current(null).then((found) => setPort(found?.port ?? null))
  }, [])
  return port
}

export function ProxyFields(props: { readonly form: ProxyForm; readonly onChange: (form: ProxyForm) => void }) {
  const { form, onChange } = props
  const tor = useTorPort()
  const isTor = form.kind === 'socks5' && form.host === TOR_HOST && form.port === String(tor)
  return (
    <>
      {tor !== null && !isTor && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-2.5">
          <p className="min-w-0 flex-[1_1_14rem]">{rich('settings.tor-found', { port: String(tor) })}</p>
          <Button size="sm" onPress={() => onChange({ kind: 'socks5', host: TOR_HOST, port: String(tor) })}>
            {say('settings.tor-use')}
          </Button>
        </div>
      )}
      <div>
        <Segmented
          label={say('settings.proxy-kind')}
          options={KINDS}
          value={form.kind}
          onChange={(kind) => onChange({ ...form, kind })}
        />
      </div>
      {form.kind !== 'none' && (
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
          <Input
            label={say('settings.proxy-host')}
            hint={say('settings.proxy-no-password')}
            maxLength={253}
            value={form.host}
            onChange={(host) => onChange({ ...form, host })}
          />
          <Input
            label={say('settings.proxy-port')}
            inputMode="numeric"
            maxLength={5}
            value={form.port}
            onChange={(port) => onChange({ ...form, port })}
          />
        </div>
      )}
    </>
  )
}
