import { lazy } from 'react'

/** Changes of settings, for a second admin who decides about them. */
export const SettingChanges = lazy(() => import('./SettingChanges.tsx'))
