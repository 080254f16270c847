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

declare module 'virtual:part/*' {
  const entries: import('./lib/catalogue').Entries
  export default entries
}

declare module 'virtual:languages' {
  type Fetch = () => Promise<{ default: import('./lib/catalogue').Entries }>
  const registry: readonly {
    code: string
    locale: string
    name: string
    begun?: boolean
    words: Fetch
    learn: Fetch
    parts: { readonly [part: string]: Fetch | undefined }
  }[]
  export default registry
}
