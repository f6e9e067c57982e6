import { type ColumnOf, type DecidedWork, type ReportName, reportShapes } from '@bittkosh/contract/reports'
import { useLingui } from '@lingui/react/macro'

type SeriesOf<R extends ReportName> = keyof (typeof reportShapes)[R]['picture']['series'] & string

/** A report's texts on the screen: for each column what it counts, null if its header says so. */
type Words<R extends ReportName> = {
  name: string
  about: string
  picture: string
  belowZero?: string
  series: Record<SeriesOf<R>, string>
  columns: Record<ColumnOf<R>, { label: string; meaning: string | null }>
}

/** The texts of every report. A report, column or series without texts does not compile. */
export function useReportWords(): { [R in ReportName]: Words<R> } {
  const { t } = useLingui()
  const month = { label: t`Month`, meaning: null }
  return {
    profit_and_loss: {
      name: t`Profit and loss`,
      about: t`What the platform earned and what it spent on its users, from the ledger alone. The operator’s own costs, such as salaries, are not in the program.`,
      picture: t`Income, costs and result by month`,
      belowZero: t`Below the line: costs, and months that ended with a loss.`,
      series: { income: t`Income`, costs: t`Costs`, result: t`Result` },
      columns: {
        month,
        withdrawal_fees: {
          label: t`Withdrawal fees`,
          meaning: t`Fees kept when payouts were made, less those given back when a bank returned a payout.`,
        },
        transfer_fees: { label: t`BittPay fees`, meaning: t`Fees that senders paid on completed transfers.` },
        plan_profit: {
          label: t`Plan profits`,
          meaning: t`Profit paid out when plans were claimed. What open plans promise is a cost only then; see Exposure.`,
        },
        earn_interest: {
          label: t`Earn interest`,
          meaning: t`Interest credited to Earn accounts, in the month of the day that it is for.`,
        },
        package_bonus: {
          label: t`Package bonuses`,
          meaning: t`Bonuses given with packages, less those taken back when the deposit was reversed.`,
        },
        welcome_bonus: {
          label: t`Welcome bonuses`,
          meaning: t`Welcome bonuses credited, less those taken back when an account was closed before they were unlocked.`,
        },
        referral: {
          label: t`Referral costs`,
          meaning: t`Rewards for inviting people, and shares in what the invited people earned.`,
        },
        adjustment: {
          label: t`Adjustments`,
          meaning: t`Changes of balances that admins made by hand: below zero where users were given money.`,
        },
        other: {
          label: t`Other lines`,
          meaning: t`Income or cost that belongs to none of the lines beside it. The program books none; if you see an amount here, tell the developers.`,
        },
        result: {
          label: t`Result`,
          meaning: t`All lines together: what the platform’s fee and cost accounts changed by in the month.`,
        },
      },
    },
    exposure: {
      name: t`Exposure`,
      about: t`What open plans will cost, by the month in which they can be claimed. A month that is over means: matured and not claimed yet.`,
      picture: t`What can be claimed, by month`,
      series: { principal: t`Principal`, profit: t`Promised profit` },
      columns: {
        matures: { label: t`Matures in`, meaning: t`The month in which the plans can be claimed first.` },
        plan: {
          label: t`Plan`,
          meaning: t`Under its current name; amount, profit and term are those it was bought with.`,
        },
        investments: { label: t`Investments`, meaning: t`Purchases that are not claimed yet.` },
        principal: { label: t`Principal`, meaning: t`What users put in and get back. It lies in their plan accounts.` },
        profit: {
          label: t`Promised profit`,
          meaning: t`What the platform adds when they are claimed. It is not booked before.`,
        },
        to_pay: { label: t`To pay`, meaning: t`Principal and promised profit together.` },
      },
    },
    inflow: {
      name: t`Inflow`,
      about: t`Approved deposits and packages, in the month of their approval, by the kind of payment method.`,
      picture: t`Money that came in, by month`,
      series: { upi: t`UPI`, bank: t`Bank`, crypto: t`USDT` },
      columns: {
        month,
        deposits: { label: t`Deposits`, meaning: t`How many deposits and packages were approved.` },
        upi: { label: t`UPI`, meaning: t`Approved payments to UPI methods.` },
        bank: { label: t`Bank`, meaning: t`Approved bank transfers.` },
        crypto: {
          label: t`USDT`,
          meaning: t`Approved payments in USDT, in rupees at the rate of each deposit.`,
        },
        reversed: {
          label: t`Reversed`,
          meaning: t`Deposits that were reversed in this month, including those approved earlier.`,
        },
        inflow: { label: t`Inflow`, meaning: t`What came in, less what was reversed. Payouts are not included.` },
      },
    },
    referral_cost: {
      name: t`Referral cost`,
      about: t`What invitations brought, in people, and what they cost.`,
      picture: t`Cost of invitations, by month`,
      series: { rewards: t`Rewards`, shares: t`Shares` },
      columns: {
        month,
        invited: { label: t`People invited`, meaning: t`People who registered with somebody’s code in this month.` },
        rewards: { label: t`Rewards`, meaning: t`The one reward for each invited person who met its conditions.` },
        shares: { label: t`Shares`, meaning: t`Shares in the plan profits and Earn interest of invited people.` },
        cost: { label: t`Cost`, meaning: t`Rewards and shares together, as the ledger has them.` },
      },
    },
    throughput: {
      name: t`Decisions`,
      about: t`How many requests each admin decided, and how long those had waited.`,
      picture: t`Decisions by month`,
      series: { decisions: t`Decisions` },
      columns: {
        month: { label: t`Month`, meaning: t`When it was decided.` },
        admin: { label: t`Admin`, meaning: t`Who decided. If two admins share an action, the one who proposed it.` },
        work: {
          label: t`Work`,
          meaning: t`Deposits, withdrawals and identity records, approved or rejected; reversals are approved deposits that were taken back, payouts that the bank returned, and approvals of identity that were revoked. What users cancelled themselves is left out.`,
        },
        decisions: { label: t`Decisions`, meaning: null },
        median_seconds: {
          label: t`Median wait`,
          meaning: t`Half of them had waited no longer than this since they were sent, nights and weekends included; reversals are counted from the approval.`,
        },
        p90_seconds: { label: t`90 % within`, meaning: t`Nine in ten had waited no longer than this.` },
      },
    },
    cohorts: {
      name: t`Cohorts`,
      about: t`People by the month of their registration: how many of them have deposited by the end of later months, and how much.`,
      picture: t`Share of people who deposited, by month of registration`,
      series: { share_0: t`Same month`, share_3: t`After 3 months`, share_12: t`After 12 months` },
      columns: {
        month: { label: t`Registered in`, meaning: null },
        registered: { label: t`People`, meaning: t`Who registered in this month, closed accounts included.` },
        share_0: {
          label: t`Same month`,
          meaning: t`Share of them with an approved deposit by the end of the month. Deposits that were reversed do not count.`,
        },
        share_1: {
          label: t`After 1 month`,
          meaning: t`The same by the end of the next month; a dash where that has not begun.`,
        },
        share_3: { label: t`After 3 months`, meaning: null },
        share_6: { label: t`After 6 months`, meaning: null },
        share_12: { label: t`After 12 months`, meaning: null },
        money_0: {
          label: t`Money, same month`,
          meaning: t`What they deposited by the end of the month, all together.`,
        },
        money_3: {
          label: t`Money, after 3 months`,
          meaning: t`Everything they deposited by the end of the third month after.`,
        },
        money_12: { label: t`Money, after 12 months`, meaning: null },
      },
    },
  }
}

export function useWorkWords(): Record<DecidedWork, string> {
  const { t } = useLingui()
  return { deposits: t`Deposits`, withdrawals: t`Withdrawals`, kyc: t`KYC`, reversals: t`Reversals` }
}
