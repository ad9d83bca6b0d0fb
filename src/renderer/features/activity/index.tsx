export function Activity(_props: object) {
  return null
}
