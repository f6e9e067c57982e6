import { useLingui } from '@lingui/react/macro'
import { Segmented } from '../actions/Segmented.tsx'
import { useTheme } from '../device/theme.ts'

export function ThemeSwitch() {
  const { t } = useLingui()
  const [theme, setTheme] = useTheme()
  const options = [
    { value: 'system', label: t`System` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
  ] as const
  return <Segmented label={t`Appearance`} options={options} value={theme} onChange={setTheme} />
}
