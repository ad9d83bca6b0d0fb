import { App, readFirst } from './App.tsx'
import { start } from './start.tsx'

void readFirst().finally(() => start(<App />))
