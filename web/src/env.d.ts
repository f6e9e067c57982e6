/// <reference types="vite/client" />

declare module 'virtual:landing-document' {
  export const landingDocument: string
  /** By language. */
  export const modulePreloads: { en: string; hi: string }
}

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
