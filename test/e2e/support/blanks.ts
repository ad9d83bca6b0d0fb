import type { Locator, Page } from 'playwright-core'

/* Playwright reads a text with any blank as the same text, but not an expression: words on screen have blanks at which no line breaks. */

const loose = <Value>(value: Value): Value =>
  value instanceof RegExp ? (new RegExp(value.source.replaceAll(' ', '\\s'), value.flags) as Value) : value

type Has = { readonly hasText?: string | RegExp; readonly hasNotText?: string | RegExp }

const looseHas = <Options extends Has>(options: Options): Options => ({
  ...options,
  ...(options.hasText === undefined ? {} : { hasText: loose(options.hasText) }),
  ...(options.hasNotText === undefined ? {} : { hasNotText: loose(options.hasNotText) }),
})

const done = new WeakSet<object>()

/** From here on a blank in an expression is any blank, in all pages of this program. */
export function readAnyBlank(page: Page): void {
  const [ofPages, ofLocators]: [Page, Locator] = [
    Object.getPrototypeOf(page),
    Object.getPrototypeOf(page.locator('html')),
  ]
  if (done.has(ofPages)) return
  done.add(ofPages)
  for (const kind of [ofPages, ofLocators]) {
    const { getByText } = kind
    kind.getByText = function (text, options) {
      return getByText.call(this, loose(text), options)
    }
  }
  const { filter } = ofLocators
  ofLocators.filter = function (options) {
    return filter.call(this, options === undefined ? options : looseHas(options))
  }
}
