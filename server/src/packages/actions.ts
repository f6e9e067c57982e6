/** What a deposit asks of packages. */
export { holdPackage } from './queries.ts'
