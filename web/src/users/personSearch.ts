/** In the address of a person's page: the tab, and the filters of its ledger. */
export type PersonSearch = {
  tab?: string | undefined
  account?: string | undefined
  type?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
