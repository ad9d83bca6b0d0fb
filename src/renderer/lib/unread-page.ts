import { say } from '#words'
import { pageFrame } from './page-frame.ts'

/**
 * Says that the page was not read whole, where nothing is there that could draw a screen: in the page's own frame, with the styles that stand in the
 * page. Whoever asks again has another page read.
 */
export function sayUnread(): void {
  const frame = pageFrame()
  if (frame === null) return
  const [box, what, again] = [
    document.createElement('div'),
    document.createElement('p'),
    document.createElement('button'),
  ]
  Object.assign(box, { className: 'shell-unread', role: 'alert' })
  what.textContent = say('shell.page-unread')
  Object.assign(again, { type: 'button', textContent: say('shell.crash-again'), onclick: () => location.reload() })
  box.append(what, again)
  frame.replaceChildren(box)
  frame.removeAttribute('aria-hidden')
}
