export { CollectionScreen } from './CollectionScreen.tsx'
export { Gallery } from './Gallery.tsx'
export { ItemScreen } from './Item.tsx'
export { Inscribe, NewCollection } from './Making.tsx'
