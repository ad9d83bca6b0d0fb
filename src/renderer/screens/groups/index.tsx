export { GroupScreen } from './GroupScreen.tsx'
export { NewGroup } from './NewGroup.tsx'
