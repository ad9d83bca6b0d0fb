import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What stands on each page of a PDF, in one line. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const work = getDocument({ data: new Uint8Array(pdf) })
  const document = await work.promise
  const pages: string[] = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  }
  await work.destroy()
  return pages
}
