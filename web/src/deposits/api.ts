import { fetched } from '../requests/fetched.ts'

/** A deposit that a proposal moves, for a second admin who decides about it. */
export const ProposedDeposit = fetched(() => import('./ProposedDeposit.tsx'))
