import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './lib/settings.svelte'
import './styles/tokens.css'
import './styles/ui.css'
import './styles/pages.css'
import './styles/sides.css'

await settings.open()
mount(App, { target: document.getElementById('app')! })
