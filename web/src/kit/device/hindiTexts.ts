import type { Messages } from '@lingui/core'

/** The Hindi catalogue of each room. The names of these files are half a kilobyte that English readers need not download. */
export const hindiTexts = import.meta.glob<{ messages: Messages }>([
  '/src/*/locales/hi.po',
  '/src/kit/money/locales/hi.po',
  '/src/shell/panel/locales/hi.po',
])
