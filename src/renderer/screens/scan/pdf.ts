import { getDocument, PDFWorker } from 'pdfjs-dist'

const PAGES_MAX = 30
/** Codes in print are some 25 mm wide; twice the size of the screen shows their modules well. */
const SCALE = 2
const SIDE_MAX = 4000

/** Draws the pages of a PDF one after the other. Scripts, links and forms in it are never run or shown. */
export async function* pagesOf(file: Blob): AsyncGenerator<ImageBitmap> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
  })
  try {
    const document = await task.promise
    for (let number = 1; number <= Math.min(document.numPages, PAGES_MAX); number += 1) {
      const page = await document.getPage(number)
      const natural = page.getViewport({ scale: 1 })
      const scale = Math.min(SCALE, SIDE_MAX / Math.max(natural.width, natural.height))
      const viewport = page.getViewport({ scale })
      const canvas = globalThis.document.createElement('canvas')
      canvas.width = Math.ceil(viewport.width)
      canvas.height = Math.ceil(viewport.height)
      await page.render({ canvas, viewport, background: '#fff' }).promise
      yield await createImageBitmap(canvas)
      page.cleanup()
    }
  } finally {
    await task.destroy()
    worker.destroy()
    port.terminate()
  }
}
