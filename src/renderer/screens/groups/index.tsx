export { GroupScreen } from './GroupScreen.tsx'
export { MoveGroup } from './MoveGroup.tsx'
export { NewGroup } from './NewGroup.tsx'
