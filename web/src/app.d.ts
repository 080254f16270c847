/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:words/*' {
  const entries: import('./lib/catalogue').Entries
  export default entries
}

declare module 'virtual:learn/*' {
  const entries: import('./lib/catalogue').Entries
  export default entries
}
