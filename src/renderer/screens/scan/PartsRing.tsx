import { useEffect } from 'react'
import { useStore } from 'zustand'
import { say } from '#words'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { Button } from '../../ui/Button.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { collected, forgetParts, KEPT_MS, presence } from './bundle-frames.ts'

/** How much of a bundle has arrived: a ring with a piece for every part. */
export function PartsRing() {
  const parts = useStore(collected, (state) => state.parts[0])
  const now = useNow(5_000)
  const old = parts !== undefined && now - parts.at > KEPT_MS
  useEffect(() => {
    if (old) forgetParts()
  }, [old])
  if (parts === undefined || old) return null
  const there = presence(parts)
  const have = there.filter(Boolean).length
  const missing = there.flatMap((present, at) => (present ? [] : [at + 1]))
  return (
    <div className="mb-4 flex items-center gap-4 rounded-lg bg-sunken px-5 py-3">
      <Ring share={there} text={`${have}/${there.length}`} className="size-18" />
      <div className="min-w-0 flex-1" role="status">
        <p className="font-medium">{rich('scan.of-parts', { have, there: there.length })}</p>
        <p className="text-ink-2 text-sm">
          {missing.length <= 8
            ? rich('scan.missing-hold-still-until-they-are', { missing: missing.join(say('lib.separator')) })
            : rich('scan.are-missing-hold-still-until-they', { missing: missing.length })}
        </p>
      </div>
      <Button size="sm" kind="quiet" onPress={forgetParts}>
        {say('scan.forget-them')}
      </Button>
    </div>
  )
}
