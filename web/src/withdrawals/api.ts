import { fetched } from '../requests/fetched.ts'

/** A withdrawal that a proposal moves, for a second admin who decides about it. */
export const ProposedWithdrawal = fetched(() => import('./ProposedWithdrawal.tsx'))
