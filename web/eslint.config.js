// What neither TypeScript nor Svelte calls wrong by itself. Layout belongs to prettier, types to svelte-check.
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'

export default ts.config(
  // Written by tools/make_types.py.
  { ignores: ['src/lib/messages.ts', '**/message_keys.ts', 'src/games/*/contract.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      // Maps and sets are made anew when they change: what is reactive is the field that holds them.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
)
