/** For other rooms. */
export { changedAt } from './queries.ts'
