export function Send(_props: object) {
  return null
}
export function Drafts(_props: object) {
  return null
}
export function PaymentScreen(_props: { paymentId: string }) {
  return null
}
