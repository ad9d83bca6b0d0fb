import { readFileSync } from 'node:fs'
import { inRoot } from './project.mjs'

/* What electron-builder is told: its file, with identity, fuses, signing and the tasks of the desktop put in from where each stands once. */

const read = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'))
const words = (tag) => read(`resources/words/${tag}.json`)

/** As electron-builder spells them; it knows all but the ninth, which `packager/fuses.mjs` sets. */
const fusesForBuilder = (fuses) =>
  Object.fromEntries(
    Object.entries(fuses)
      .filter(([name]) => name !== 'WasmTrapHandlers')
      .map(([name, on]) => [`${name[0].toLowerCase()}${name.slice(1)}`, on]),
  )

const TASKS = ['send', 'receive', 'approvals', 'activity']

/** What a right click on the program offers on Linux, as Windows has it in its jump list. */
function desktopActionsOf(program) {
  const [english, chinese, japanese] = ['en', 'zh-CN', 'ja'].map(words)
  return Object.fromEntries(
    TASKS.map((task) => [
      task,
      {
        Name: english[`shell.${task}`],
        'Name[zh_CN]': chinese[`shell.${task}`],
        'Name[ja]': japanese[`shell.${task}`],
        Exec: `${program} --show=${task}`,
      },
    ]),
  )
}

/** What is signed, by the variables that electron-builder reads; `missing` says what a build without them lacks. */
export function signing(platform, env) {
  const has = (...names) => names.every((name) => env[name])
  if (platform === 'linux') return { signs: false, notarize: false, missing: [] }
  const signs = platform === 'darwin' ? has('CSC_LINK') || has('CSC_NAME') : has('WIN_CSC_LINK') || has('CSC_LINK')
  const notarize =
    platform === 'darwin' &&
    (has('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') ||
      has('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'))
  const missing = []
  if (!signs) {
    missing.push(
      platform === 'darwin'
        ? 'It is not signed (CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME, are not set): macOS will not open it on other computers.'
        : 'It is not signed (WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD are not set): Windows will warn whoever opens it.',
    )
  }
  if (platform === 'darwin' && !notarize) {
    missing.push(
      'It is not notarised (APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER are not set): macOS will call it unknown.',
    )
  }
  return { signs, notarize, missing }
}

export function configuration({ platform, env, electron }) {
  const file = read('build/electron-builder.json')
  const identity = read('build/identity.json')
  const maintainer = `${identity.author} <${identity.email}>`
  const { desktop } = file.linux
  const entry = { ...desktop.entry, StartupWMClass: file.appId }
  const desktopActions = desktopActionsOf(file.linux.executableName)
  // A desktop shows the tasks that the entry names, and no others.
  const Actions = `${Object.keys(desktopActions).join(';')};`
  const { signs, notarize } = signing(platform, env)
  return {
    ...file,
    copyright: identity.author,
    // An unpacked Electron that was brought along; otherwise electron-builder fetches it.
    ...(electron === null ? {} : { electronDist: electron }),
    electronFuses: fusesForBuilder(read('build/fuses.json')),
    afterExtract: inRoot('build', 'packager', 'fuses.mjs'),
    afterPack: inRoot('build', 'packager', 'fuses.mjs'),
    extraMetadata: {
      homepage: identity.homepage,
      author: { name: identity.author, email: identity.email },
      // Portals of Linux want a name with dots, and windows, entry and its file are known by one.
      desktopName: `${file.appId}.desktop`,
    },
    linux: { ...file.linux, maintainer, vendor: identity.author, desktop: { ...desktop, entry } },
    deb: {
      ...file.deb,
      maintainer,
      desktop: { ...desktop, entry: { ...entry, Actions }, desktopActions },
    },
    // Without any seal a Mac would not start what fuses have changed; and what is hardened takes no libraries that are sealed by nobody.
    mac: { ...file.mac, notarize, ...(signs ? {} : { identity: '-', hardenedRuntime: false }) },
    publish: null,
  }
}
