import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { catalogues } from './catalogues.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// `npm run dev` talks to a server started with `aachen serve`: AACHEN_SERVER says where.
const server = process.env['AACHEN_SERVER'] ?? 'http://127.0.0.1:8814'

const SHELL = /src\/(lib|ui)\/|node_modules/

export default defineConfig({
  plugins: [svelte(), catalogues(here('../src/aachen'))],
  resolve: { alias: { $lib: here('src/lib'), $ui: here('src/ui') } },
  build: {
    outDir: here('../src/aachen/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The server's content policy knows no data: addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What nearly every screen uses is one file: fewer questions, and it packs better.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shell', test: SHELL, minShareCount: 6 }] } } },
  },
  server: {
    fs: { allow: [here('.'), here('../src/aachen')] },
    proxy: { '/api': { target: server, ws: true }, '/maps': server, '/health': server },
  },
})
