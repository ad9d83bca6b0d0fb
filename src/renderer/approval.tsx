import './styles.css'
import { start } from './app/start.tsx'

start(() => null)
