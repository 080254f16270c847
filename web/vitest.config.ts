import { defineConfig, mergeConfig } from 'vitest/config'
import page from './vite.config.ts'

// Apart from vite.config.ts: whoever only builds the page does without the packages of its tests.
export default mergeConfig(
  page,
  defineConfig({
    // Tests mount components: they need the browser's half of Svelte.
    resolve: { conditions: ['browser'] },
    // One page for all: making one for each file takes longer than all the tests.
    test: { include: ['src/**/*.test.ts'], environment: 'jsdom', isolate: false, maxWorkers: 1 },
  }),
)
