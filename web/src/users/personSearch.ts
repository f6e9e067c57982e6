/** Of a person's page: the tab, and what its ledger is narrowed to. */
export type PersonSearch = {
  tab?: string | undefined
  account?: string | undefined
  type?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
