/** What a deposit and a changed withdrawal fee ask of packages. */
export { holdPackage, offeredPackages } from './queries.ts'
