/** The name of each setting and what it does, in the admin's language. */
import type { SettingKey } from '@bittkosh/contract/settings'
import type { alertWays } from '@bittkosh/contract/settingValues'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Words = { name: MessageDescriptor; does: MessageDescriptor }

export const settingWords: Record<SettingKey, Words> = {
  header_line: {
    name: msg`Banner lines`,
    does: msg`Lines of the scrolling banner on the dashboard, one per line.`,
  },
  header_line_hi: { name: msg`Banner in Hindi`, does: msg`English is shown until you add it.` },
  deposit_excess_percent: {
    name: msg`Deposits approved above the requested amount`,
    does: msg`How far above the requested amount a deposit may be approved. Anyone who paid more files another request.`,
  },
  unusual_amount_above: {
    name: msg`Amounts that are checked twice`,
    does: msg`Above it an admin types the amount of a deposit or withdrawal again before approving it.`,
  },
  min_deposit_limit: { name: msg`Minimum deposit`, does: msg`Smallest deposit a user can request.` },
  min_withdrawal_limit: { name: msg`Minimum withdrawal`, does: msg`Smallest withdrawal a user can request.` },
  withdrawal_fee_percentage: {
    name: msg`Withdrawal fee`,
    does: msg`Taken out of each withdrawal. Requests that are already made keep their fee.`,
  },
  transfer_fee_percentage: { name: msg`BittPay fee`, does: msg`Added on top of each BittPay transfer.` },
  transfer_daily_limit: { name: msg`BittPay limit per day`, does: msg`Most that one user can send in a day.` },
  transfer_daily_received_limit: {
    name: msg`BittPay limit for receiving`,
    does: msg`Most that one user can receive in a day.`,
  },
  transfer_new_recipient_limit: {
    name: msg`BittPay limit for new recipients`,
    does: msg`Most that one user can send within 24 hours to people they had not paid before.`,
  },
  transfer_daily_limit_of_all: {
    name: msg`BittPay limit for all users`,
    does: msg`Most that all users together can send in a day.`,
  },
  withdrawal_new_payee_limit: {
    name: msg`Withdrawal limit for new accounts`,
    does: msg`Most that one user can withdraw within 24 hours to accounts they had not used before.`,
  },
  flexible_daily_profit_percentage: {
    name: msg`Earn interest per day`,
    does: msg`Applies from the next business day, never retroactively.`,
  },
  flexible_minimum_deposit: { name: msg`Minimum Earn deposit`, does: msg`Smallest single deposit into Earn.` },
  flexible_maximum_deposit: { name: msg`Maximum Earn deposit`, does: msg`Largest single deposit into Earn.` },
  referral_reward: {
    name: msg`Referral reward`,
    does: msg`Paid once to the referrer for each referred user who starts with Earn. 0 turns it off.`,
  },
  referral_flexible_threshold: {
    name: msg`Referral threshold`,
    does: msg`Own Earn deposits of the referred user that earn the reward.`,
  },
  referral_profit_share: {
    name: msg`Referral profit share`,
    does: msg`Share of a referred user’s profits that the platform pays to the referrer, for life.`,
  },
  welcome_bonus: {
    name: msg`Welcome bonus`,
    does: msg`Credited to the Earn account at registration. 0 turns it off.`,
  },
  usdt_value: {
    name: msg`USDT rate`,
    does: msg`Rupees per USDT. Until it is set here, 90 is used and marked as a fallback.`,
  },
  four_eyes_above: {
    name: msg`Four eyes from this amount`,
    does: msg`From this amount, a second admin must approve what one does with money and, whatever the amount, changes to settings, payment methods, plans, packages and accounts. 0: always. Empty: off.`,
  },
  risk_disclosure: { name: msg`Risk line`, does: msg`Shown on plans, Earn and the landing page.` },
  risk_disclosure_hi: { name: msg`Risk line in Hindi`, does: msg`English is shown until you add it.` },
  operator_name: {
    name: msg`Operator`,
    does: msg`Who runs this platform. While empty, a ribbon says that it is a demo.`,
  },
  operator_contact: { name: msg`Operator’s contact`, does: msg`Address, e-mail and phone, shown in the footer.` },
  grievance_name: { name: msg`Grievance officer`, does: msg`Whom people can complain to, shown in the footer.` },
  grievance_contact: {
    name: msg`Grievance officer’s contact`,
    does: msg`E-mail, phone and address, shown in the footer.`,
  },
  terms_en: {
    name: msg`Terms in English`,
    does: msg`Separate paragraphs with an empty line; # and a space start a heading. Empty: a sample text, labelled as such.`,
  },
  terms_hi: { name: msg`Terms in Hindi`, does: msg`Empty: the English ones are used.` },
  privacy_en: {
    name: msg`Privacy notice in English`,
    does: msg`Separate paragraphs with an empty line; # and a space start a heading. Empty: a sample text, labelled as such.`,
  },
  privacy_hi: { name: msg`Privacy notice in Hindi`, does: msg`Empty: the English one is used.` },
  operator_registrations: { name: msg`Operator’s registrations`, does: msg`Shown in the footer.` },
  support_url: {
    name: msg`Support chat`,
    does: msg`Address of the live chat page (https). Empty: people write to the team here.`,
  },
  app_install_url: {
    name: msg`App install address`,
    does: msg`Where App Install leads. Empty uses the browser’s own install prompt.`,
  },
  admin_second_factor: {
    name: msg`Second factor of every administrator`,
    does: msg`On: every administrator must use an authenticator app. Off: it is up to them.`,
  },
  live_figures: {
    name: msg`Live figures on the landing page`,
    does: msg`On: figures are counted from the database. Off: samples are shown.`,
  },
  alert_coverage: {
    name: msg`Less in hand than owed`,
    does: msg`While the money in hand does not cover what is owed to users.`,
  },
  alert_queue_late: {
    name: msg`A queue is late`,
    does: msg`While a deposit, withdrawal or identity record waits for longer than the hours below.`,
  },
  alert_queue_hours: { name: msg`Hours until a queue is late`, does: msg`Counted from the time of the request.` },
  alert_large_amount: {
    name: msg`A large amount`,
    does: msg`For each waiting deposit or withdrawal of at least the amount below.`,
  },
  alert_large_amount_above: {
    name: msg`Large amounts start at`,
    does: msg`Requests of at least this much raise an alert.`,
  },
  alert_many_payees: {
    name: msg`Many new accounts of one person`,
    does: msg`When somebody asks for withdrawals to at least the number of new accounts below within 24 hours.`,
  },
  alert_many_payees_from: {
    name: msg`Many new accounts start at`,
    does: msg`Different accounts the person had not used before.`,
  },
  alert_many_senders: {
    name: msg`Many new senders to one person`,
    does: msg`When somebody receives BittPay from at least the number of new people below within 24 hours.`,
  },
  alert_many_senders_from: {
    name: msg`Many new senders start at`,
    does: msg`People who had never sent them money before.`,
  },
  alert_invariants: {
    name: msg`A check of the records finds something`,
    does: msg`From npm run verify, or the check after a start, until a later one finds nothing.`,
  },
  alert_backup: {
    name: msg`No recent backup`,
    does: msg`While the newest backup made by npm run backup -- --verify is older than the hours below, or there is none.`,
  },
  alert_backup_hours: { name: msg`Hours until a backup is old`, does: msg`Counted from the start of the backup.` },
  alert_usdt_rate: {
    name: msg`The USDT rate is old`,
    does: msg`While it was set longer ago than the hours below, or never.`,
  },
  alert_usdt_rate_hours: {
    name: msg`Hours until the USDT rate is old`,
    does: msg`Counted from when it was last changed.`,
  },
  alert_erasure: {
    name: msg`Something is not erased in time`,
    does: msg`While an account is still there two days after it should have been closed, or an identity record two days after it should have been erased.`,
  },
  alert_date: {
    name: msg`The date of a server jumps`,
    does: msg`While the clock of a server is more than a week ahead of what was trusted and nobody has confirmed it.`,
  },
  alert_payee_changed: {
    name: msg`A deposit method is changed`,
    does: msg`When one is created, changed or switched on. Every administrator always gets an e-mail about what changed.`,
  },
  alert_rate_changed: {
    name: msg`A rate or limit is changed`,
    does: msg`When somebody changes a setting for money, rates or limits.`,
  },
  alert_payout_taken_over: {
    name: msg`A payout is taken over`,
    does: msg`For the administrator who was paying it, whether one or a whole batch.`,
  },
  alert_admin_device: {
    name: msg`An administrator signs in from a new device`,
    does: msg`That administrator always gets an e-mail.`,
  },
  alert_admin_changed: {
    name: msg`An administrator is added or changed`,
    does: msg`For every other administrator. The e-mails about it are always sent.`,
  },
}

/** The ways in which an alert reaches admins. */
export const alertWayWords: Record<(typeof alertWays)[number], MessageDescriptor> = {
  off: msg({ message: 'Off', context: 'alert' }),
  panel: msg`In the panel`,
  mail: msg`In the panel and by e-mail`,
}

export type SettingGroup = { id: string; name: MessageDescriptor; keys: readonly SettingKey[] }

/** In the order in which an admin looks for them. */
export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'money',
    name: msg`Deposits, withdrawals, BittPay`,
    keys: [
      'min_deposit_limit',
      'deposit_excess_percent',
      'min_withdrawal_limit',
      'withdrawal_fee_percentage',
      'withdrawal_new_payee_limit',
      'transfer_fee_percentage',
      'transfer_daily_limit',
      'transfer_new_recipient_limit',
      'transfer_daily_received_limit',
      'transfer_daily_limit_of_all',
      'usdt_value',
    ],
  },
  {
    id: 'earn',
    name: msg`Earn and bonus`,
    keys: ['flexible_daily_profit_percentage', 'flexible_minimum_deposit', 'flexible_maximum_deposit', 'welcome_bonus'],
  },
  {
    id: 'referrals',
    name: msg`Referrals`,
    keys: ['referral_reward', 'referral_flexible_threshold', 'referral_profit_share'],
  },
  { id: 'texts', name: msg`Texts`, keys: ['header_line', 'header_line_hi', 'risk_disclosure', 'risk_disclosure_hi'] },
  {
    id: 'legal',
    name: msg`Grievances, terms, privacy`,
    keys: ['grievance_name', 'grievance_contact', 'terms_en', 'terms_hi', 'privacy_en', 'privacy_hi'],
  },
  {
    id: 'operator',
    name: msg`Operator and addresses`,
    keys: [
      'operator_name',
      'operator_contact',
      'operator_registrations',
      'support_url',
      'app_install_url',
      'live_figures',
      'admin_second_factor',
      'four_eyes_above',
    ],
  },
  {
    id: 'alerts',
    name: msg`Alerts`,
    keys: [
      'alert_coverage',
      'alert_queue_late',
      'alert_queue_hours',
      'alert_large_amount',
      'alert_large_amount_above',
      'alert_many_payees',
      'alert_many_payees_from',
      'alert_many_senders',
      'alert_many_senders_from',
      'alert_invariants',
      'alert_backup',
      'alert_backup_hours',
      'alert_usdt_rate',
      'alert_usdt_rate_hours',
      'alert_erasure',
      'alert_date',
      'alert_payee_changed',
      'alert_rate_changed',
      'alert_payout_taken_over',
      'alert_admin_device',
      'alert_admin_changed',
    ],
  },
]
