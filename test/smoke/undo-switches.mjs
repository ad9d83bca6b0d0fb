import { app } from 'electron'

/*
 * Playwright looks into Electron by three switches, at which the program would end, and a fourth stands for a camera. Node's have done their work by now
 * and are taken out of what the program looks at; Chromium reads its own only after this file, so of those the program alone is told no. Every other
 * one it judges as always. The program itself knows of none of this.
 */

const OWN = /^--(?:inspect|remote-debugging-port|use-fake-device-for-media-stream)(?:=|$)/

function undo(list, first) {
  for (let at = list.length - 1; at >= first; at -= 1) {
    if (list[at] === '-r') list.splice(at, 2)
    else if (OWN.test(list[at])) list.splice(at, 1)
  }
}

undo(process.argv, 1)
undo(process.execArgv, 0)
const hasSwitch = app.commandLine.hasSwitch.bind(app.commandLine)
app.commandLine.hasSwitch = (name) => !OWN.test(`--${name}`) && hasSwitch(name)
