/** Hands a text to the person as a file; where it goes is for the browser or the system to ask. */
export function saveText(fileName: string, text: string): void {
  saveBlob(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

/** A table for a spreadsheet, which reads letters beyond the Latin ones only behind this mark. */
export function saveTable(fileName: string, text: string): void {
  saveText(fileName, `\ufeff${text}`)
}

/** The same for bytes in hex. Their kind is not told, so that nothing opens them. */
export function saveBytes(fileName: string, hex: string): void {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  saveBlob(fileName, new Blob([bytes], { type: 'application/octet-stream' }))
}

/** A picture. */
export const savePicture = (fileName: string, picture: Blob): void => saveBlob(fileName, picture)

function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
