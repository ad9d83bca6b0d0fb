export { AskedScreen } from './AskedScreen.tsx'
export { Drafts } from './Drafts.tsx'
export { PaymentScreen } from './PaymentScreen.tsx'
export { Send } from './SendScreen.tsx'
