import { useCallback, useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { call, reportOf } from '../../state/bridge.ts'
import { notePasted } from '../../state/pasted.ts'
import { type Given, scan } from '../../state/scan.ts'
import type { Report, ScanCard, ScanSource } from '../../state/types.ts'
import { collect } from './bundle-frames.ts'
import { type Decoder, startDecoder } from './decoder.ts'
import { asCode, type FoundCode } from './qr.ts'
import { readFiles } from './read-file.ts'

/** The socket of the browser host carries messages of at most a mebibyte; Electron's own way has no such end. */
const TEXT_MAX = { browser: 1_000_000, electron: 3_000_000 } as const

export type Stage =
  | { readonly kind: 'input'; readonly problem: string | null }
  | { readonly kind: 'looking' }
  | {
      readonly kind: 'choose'
      readonly codes: readonly FoundCode[]
      /** On which they stand, where it is at hand. */
      readonly picture: ImageBitmap | null
      readonly source: ScanSource
    }
  | { readonly kind: 'card'; readonly card: ScanCard; readonly source: ScanSource; readonly at: string }
  | { readonly kind: 'failed'; readonly error: Report; readonly text: string; readonly source: ScanSource }

const INPUT: Stage = { kind: 'input', problem: null }

export interface Scanning {
  readonly stage: Stage
  /** Takes what codes say. One is read, several are offered, parts of a bundle are collected. */
  readonly scanCodes: (codes: readonly FoundCode[], source: ScanSource, picture?: ImageBitmap | null) => void
  readonly scanText: (text: string, source: ScanSource) => void
  /** Several files at once are pictures of codes, as of the parts of one bundle. */
  readonly scanFiles: (files: readonly Blob[], source: ScanSource) => void
  readonly decode: Decoder['decode']
  readonly restart: () => void
  readonly refuse: (problem: string) => void
}

/** Reads what comes from outside, one thing at a time. It asks the wallet what a text is and does nothing else with it. */
export function useScanning(account: string, host: 'browser' | 'electron'): Scanning {
  const [stage, setStage] = useState<Stage>(INPUT)
  const decoder = useRef<Decoder | null>(null)
  /** Grows with every new thing; what belongs to an older one is dropped. */
  const turn = useRef(0)
  const isOver = useRef(false)

  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
      turn.current += 1
      decoder.current?.close()
      decoder.current = null
    }
  }, [])

  const decode = useCallback<Decoder['decode']>(async (bitmap, thorough) => {
    // A picture that comes after the dialog was closed starts no reader that nobody would end.
    if (isOver.current) {
      bitmap.close()
      return null
    }
    decoder.current ??= startDecoder()
    return decoder.current.decode(bitmap, thorough)
  }, [])

  const refuse = useCallback((problem: string) => setStage({ kind: 'input', problem }), [])

  const scanText = useCallback(
    (text: string, source: ScanSource) => {
      turn.current += 1
      const mine = turn.current
      if (text.trim() === '') return refuse(say('scan.there-is-nothing-to-read'))
      if (new Blob([JSON.stringify(text)]).size > TEXT_MAX[host]) return refuse(say('scan.this-text-is-too-long'))
      if (source === 'paste') notePasted(text)
      setStage({ kind: 'looking' })
      call('scan.read', { account, text: text.trim(), source }).then(
        (card) => mine === turn.current && setStage({ kind: 'card', card, source, at: new Date().toISOString() }),
        (error: unknown) => mine === turn.current && setStage({ kind: 'failed', error: reportOf(error), text, source }),
      )
    },
    [account, host, refuse],
  )

  const scanCodes = useCallback(
    (codes: readonly FoundCode[], source: ScanSource, picture: ImageBitmap | null = null) => {
      const texts = codes.map(({ text }) => text)
      const [first] = texts
      const { frames, whole } = collect(texts, Date.now())
      // Only who chooses among several codes needs the picture: frames of a camera that shows parts of a bundle would fill the memory.
      if (whole !== null || frames > 0 || texts.length < 2) picture?.close()
      if (first === undefined) return
      if (whole !== null) scanText(whole, source)
      else if (frames > 0) setStage((before) => (before.kind === 'input' ? before : INPUT))
      else if (texts.length === 1) scanText(first, source)
      else {
        turn.current += 1
        setStage({ kind: 'choose', codes, picture, source })
      }
    },
    [scanText],
  )

  const scanFiles = useCallback(
    (files: readonly Blob[], source: ScanSource) => {
      turn.current += 1
      const mine = turn.current
      setStage({ kind: 'looking' })
      void readFiles(files, { decode, close: () => undefined }, () => mine === turn.current).then((reading) => {
        if (mine !== turn.current) return
        if (reading.kind === 'problem') refuse(reading.text)
        else if (reading.kind === 'text') scanText(reading.text, source)
        else scanCodes(reading.codes, source, reading.picture)
      })
    },
    [decode, refuse, scanText, scanCodes],
  )

  const restart = useCallback(() => {
    turn.current += 1
    setStage(INPUT)
  }, [])

  // What was dropped or opened anywhere else in the window comes through the store, also while the dialog is open.
  useEffect(() => {
    const take = (given: Given | null) => {
      if (given === null) return
      scan.setState({ given: null })
      if (given.kind === 'files') scanFiles(given.files, given.source)
      else scanCodes([asCode(given.text)], given.source)
    }
    // Taken once, by the mount that stays: strict mode mounts twice, and the first would read into nowhere.
    const timer = setTimeout(() => take(scan.getState().given), 0)
    const stop = scan.subscribe((state) => take(state.given))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [scanFiles, scanCodes])

  return { stage, scanCodes, scanText, scanFiles, decode, restart, refuse }
}
