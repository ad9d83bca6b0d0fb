export { ContactScreen } from './ContactScreen.tsx'
export { Contacts } from './Contacts.tsx'
