import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import values from '../fuses.json' with { type: 'json' }

/* Run by electron-builder, and by `inspect.mjs`. The fuses of a program are bytes in it that switch parts of Electron off for good. */

/** An Electron that was brought along still has the program that it shows without an app. */
export const afterExtract = ({ packager, appOutDir }) =>
  rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })

/** electron-builder knows eight of the nine; here all are set, before it signs. */
export async function afterPack(context) {
  const wanted = Object.entries(values).map(([name, on]) => [FuseV1Options[name], on])
  await context.packager.addElectronFuses(context, { version: FuseVersion.V1, ...Object.fromEntries(wanted) })
}

/** What differs from what is wanted in the program at that path, one line each; empty when all nine are as they must be. */
export async function wrongFuses(program) {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(values).flatMap(([name, on]) => {
    const state = wire[FuseV1Options[name]]
    const wanted = on ? FuseState.ENABLE : FuseState.DISABLE
    return state === wanted ? [] : [`${name} is ${FuseState[state] ?? 'absent'}, and must be ${FuseState[wanted]}`]
  })
}
