/** The rooms of the contract with a sentence about each: the chapters of the API document. */
import type { ContractRoom } from './platform/http/openapi.ts'

const about = {
  auth: 'Signing up, in and out; forgotten passwords.',
  sessions: 'Where an account is signed in, and signing out elsewhere.',
  secondFactor: "An admin's second factor: set it up, renew its recovery codes, remove it.",
  verification: 'Contacts that are proven by a code, and addresses that are claimed.',
  team: 'The admins: who they are, which roles they have, and adding another.',
  profile: 'What a person sees and changes in their own account.',
  wallet: 'The balance, the one history of everything that moved, and statements.',
  deposits: 'Requests to add money or buy a package: paid outside, decided by an admin.',
  bankStatements: "What the operator's bank accounts say, matched to deposits and payouts.",
  reconciliation: 'The statements of a day compared with the book, and the close of that day by two admins.',
  withdrawals: 'Requests to pay out money: held at once, paid and decided by an admin.',
  payoutBatches: 'Withdrawals paid together with one bank file, and the result that the bank returns.',
  requests: 'What deposits, withdrawals and identity records share: how long they usually wait.',
  transfers: 'BittPay: money sent to another user, confirmed by a one-time code.',
  flexible: 'Earn, the flexible plan: money that earns by the day, with its working.',
  investments: 'Money in fixed-term plans: buying one, claiming it when it has matured.',
  portfolio: 'What a user has in fixed-term plans.',
  plans: 'Fixed-term plans (cryptocurrencies on the wire) and their categories.',
  packages: 'Balance packages (Coin Bazaar): a price and the bonus that comes with it.',
  methods: 'Deposit methods: where users send their money, and the USDT rate.',
  kyc: 'Identity documents: submitted by users, decided by admins.',
  uploads: 'Pictures of documents: sent once, read back through short-lived signed links.',
  referrals: "Who registered with a user's code.",
  notifications: 'What the program and the admins tell a user.',
  life: 'What happened to a record, from its request to the messages its owner was sent.',
  notes: 'What admins write down for each other about people and records; users never see it.',
  support: 'Conversations of people and visitors with the team.',
  inbox: 'The conversations of everyone, answered by admins, and the answers they keep ready.',
  upcomings: 'Titled external links of the mobile menu.',
  users: 'What an admin sees and changes about users.',
  settings: 'The settings of the product; admins change them.',
  statistics: "What the admin's dashboard counts.",
  reports: 'What the operator reads by month and downloads as files: profit and loss, exposure, inflow and others.',
  alerts: 'What admins are alerted to, and who has seen it.',
  calendar: "Whether a machine's date is in doubt, and an admin's confirmation that it is right.",
  proposals: 'What one admin proposed and another decides, while four eyes are on.',
  audit: 'The trail of what admins did.',
  site: "What a visitor's page needs to know about the operator.",
}

/** A contract file that has calls and is not listed above fails `tests/contract.test.ts`. */
export function contractRooms(): Promise<ContractRoom[]> {
  const rooms = Object.entries(about).map(async ([room, sentence]) => {
    const exported: ContractRoom['exported'] = await import(`@bittkosh/contract/${room}`)
    return { room, about: sentence, exported }
  })
  return Promise.all(rooms)
}
