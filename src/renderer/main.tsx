import './styles.css'
import { App } from './app/App.tsx'
import { start } from './app/start.tsx'

start(() => <App />)
