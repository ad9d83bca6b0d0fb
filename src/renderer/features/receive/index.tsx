export function Receive(_props: object) {
  return null
}
