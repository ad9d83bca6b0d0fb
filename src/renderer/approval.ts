import { speakWhole } from '#words'
import { connect } from './state/connect.ts'
import { beginToSpeak } from './state/language.ts'

connect()
void beginToSpeak()
  .then(speakWhole)
  .then(() => import('./shell/render-approval.tsx'))
