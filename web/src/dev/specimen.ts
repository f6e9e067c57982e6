import type { ReactNode } from 'react'

export type ShowProps = { isHindi: boolean }
/** Components of the kit that are shown together. */
export type Specimen = { name: string; Show: (props: ShowProps) => ReactNode }
