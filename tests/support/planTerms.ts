/** The fields that a plan needs besides its texts. */
export const planTerms = {
  minimum_deposit: 100,
  maximum_deposit: 1000,
  profit_percentage: 5,
  lower_fluctuation: 1,
  higher_fluctuation: 2,
  bottom_flow: 0,
  upper_flow: 1,
}
