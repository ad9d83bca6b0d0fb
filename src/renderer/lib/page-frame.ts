/** What stands in the page (`index.html`) until its first screen does; null from then on. */
export const pageFrame = (): HTMLElement | null => document.getElementById('shell')
