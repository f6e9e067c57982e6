/** What a deposit asks of packages. */
export { holdPackage, type SoldPackage } from './queries.ts'
