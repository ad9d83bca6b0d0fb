import type { ElectronModule } from './module.ts'

/** Asks in a box of the system, which no page can script. Answers the place of a button; the first says no, as does whoever closes the box. */
export async function askPerson(
  { dialog }: Pick<ElectronModule, 'dialog'>,
  message: string,
  detail: string,
  buttons: string[],
): Promise<number> {
  const choice = { buttons, defaultId: 0, cancelId: 0 }
  const { response } = await dialog.showMessageBox({ type: 'question', message, detail, ...choice })
  return response
}
