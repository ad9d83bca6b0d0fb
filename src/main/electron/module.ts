import type * as Electron from 'electron'

export type ElectronModule = typeof Electron
