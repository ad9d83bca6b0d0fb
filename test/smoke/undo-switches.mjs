import { app } from 'electron'

/*
 * Playwright looks into Electron by three switches, at which the program would end. They have done their work by now, so they are taken out of
 * what the program looks at; every other switch it judges as always. The program itself knows of none of this.
 */

const OWN = /^--(?:inspect|remote-debugging-port)(?:=|$)/

function undo(list, first) {
  for (let at = list.length - 1; at >= first; at -= 1) {
    if (list[at] === '-r') list.splice(at, 2)
    else if (OWN.test(list[at])) list.splice(at, 1)
  }
}

undo(process.argv, 1)
undo(process.execArgv, 0)
for (const name of ['inspect', 'remote-debugging-port']) app.commandLine.removeSwitch(name)
