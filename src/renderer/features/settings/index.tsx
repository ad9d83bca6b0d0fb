export function Settings(_props: object) {
  return null
}
