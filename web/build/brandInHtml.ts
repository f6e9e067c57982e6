import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import type { Plugin } from 'vite'

/** Writes the product's name into index.html, so that it is defined in one place only (contract/brand.ts). */
export function brandInHtml(): Plugin {
  return {
    name: 'brand-in-html',
    transformIndexHtml: (html) => html.replaceAll('%BRAND%', BRAND).replaceAll('%TAGLINE%', TAGLINE),
  }
}
