/** What packages offer to deposits and to a change of the withdrawal fee. */
export { holdPackage, offeredPackages } from './queries.ts'
