import { preference } from './preference.ts'
import { useStore } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

const theme = preference('theme', ['system', 'light', 'dark'], 'system')
theme.onChange(show)

/** The chosen theme, and a function to choose another. public/early.js applies the stored one before the first paint. */
export function useTheme(): [Theme, (next: Theme) => void] {
  return [useStore(theme), theme.set]
}

function show() {
  if (theme.get() === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.get()
}
