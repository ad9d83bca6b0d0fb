import { say } from '#words'
import type { Decoder } from './decoder.ts'
import type { FoundCode } from './qr.ts'

/** What a file turned out to hold, before the wallet has looked at any of it. */
export type FileReading =
  | { readonly kind: 'codes'; readonly codes: readonly FoundCode[]; readonly picture: ImageBitmap | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string }

const FILE_MAX = 25_000_000
const TEXT_MAX = 3_000_000
const SIDE_MAX = 4000

const NO_CODE = say('scan.no-code-was-found-in-it')
const NO_DECODER = say('scan.the-reader-of-codes-did-not')

async function isPdf(file: Blob): Promise<boolean> {
  return (await file.slice(0, 5).text()) === '%PDF-'
}

/** A picture, never larger than the reader can use. */
async function pictureOf(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file)
  const side = Math.max(whole.width, whole.height)
  if (side <= SIDE_MAX) return whole
  const smaller = await createImageBitmap(whole, {
    resizeWidth: Math.round((whole.width * SIDE_MAX) / side),
    resizeHeight: Math.round((whole.height * SIDE_MAX) / side),
    resizeQuality: 'high',
  })
  whole.close()
  return smaller
}

/** Several on one picture are shown on it; it is let go where that is not needed. */
function reading(codes: readonly FoundCode[] | null, picture: ImageBitmap | null): FileReading {
  const isShown = codes !== null && codes.length > 1
  if (!isShown) picture?.close()
  if (codes === null) return { kind: 'problem', text: NO_DECODER }
  if (codes.length === 0) return { kind: 'problem', text: NO_CODE }
  return { kind: 'codes', codes, picture: isShown ? picture : null }
}

async function readPdf(file: Blob, decoder: Decoder): Promise<FileReading> {
  const { pagesOf } = await import('./pdf.ts')
  const codes = new Map<string, FoundCode>()
  let [shown, pages]: [ImageBitmap | null, number] = [null, 0]
  try {
    for await (const page of pagesOf(file)) {
      const copy = await createImageBitmap(page)
      const found = await decoder.decode(page, true)
      if (found === null) return reading(null, copy)
      if (found.length > 0) pages += 1
      for (const code of found) codes.set(code.text, code)
      if (found.length > 0 && shown === null) shown = copy
      else copy.close()
    }
  } catch {
    return { kind: 'problem', text: say('scan.this-pdf-cannot-be-opened-it') }
  }
  // One picture cannot show what stands on several pages.
  if (pages > 1) shown?.close()
  return reading([...codes.values()], pages > 1 ? null : shown)
}

async function readPicture(file: Blob, decoder: Decoder): Promise<FileReading> {
  let bitmap: ImageBitmap
  try {
    bitmap = await pictureOf(file)
  } catch {
    return { kind: 'problem', text: say('scan.this-picture-cannot-be-opened-use') }
  }
  const copy = await createImageBitmap(bitmap)
  return reading(await decoder.decode(bitmap, true), copy)
}

/**
 * Looks into files. One is whatever it is; several are pictures, of which the codes count together: another kind among them would be one of
 * which nobody could say what became of the rest. Stops where nobody waits any more.
 */
export async function readFiles(
  files: readonly Blob[],
  decoder: Decoder,
  isWanted: () => boolean,
): Promise<FileReading> {
  const [only] = files
  if (only !== undefined && files.length === 1) return readFile(only, decoder)
  const codes = new Map<string, FoundCode>()
  let problem: FileReading | null = null
  for (const file of files) {
    if (!isWanted()) break
    const found = await readFile(file, decoder)
    if (found.kind === 'text') return { kind: 'problem', text: say('scan.several-files') }
    if (found.kind === 'problem') problem ??= found
    else {
      found.picture?.close()
      for (const code of found.codes) codes.set(code.text, code)
    }
  }
  return codes.size === 0 && problem !== null ? problem : { kind: 'codes', codes: [...codes.values()], picture: null }
}

/** Looks into a file: pictures and PDFs for codes, everything else as text. What cannot be read at all, as a folder that was dropped, is told as such. */
const readFile = (file: Blob, decoder: Decoder): Promise<FileReading> =>
  lookInto(file, decoder).catch((): FileReading => ({ kind: 'problem', text: say('shared.file-cannot-be-read') }))

async function lookInto(file: Blob, decoder: Decoder): Promise<FileReading> {
  if (file.size > FILE_MAX) return { kind: 'problem', text: say('scan.this-file-is-larger-than-25') }
  if (await isPdf(file)) return await readPdf(file, decoder)
  if (file.type.startsWith('image/')) return await readPicture(file, decoder)
  if (file.size > TEXT_MAX) return { kind: 'problem', text: say('scan.this-file-is-neither-a-picture') }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.trim() === '' ? { kind: 'problem', text: say('scan.this-file-is-empty') } : { kind: 'text', text }
  } catch {
    return { kind: 'problem', text: say('scan.this-file-is-neither-a-picture-2') }
  }
}
