/** Every setting of the product: its type, default and bounds. A key that is not here does not exist. */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { complaint } from './complaint.ts'
import type { PlainComplaintCode } from './complaints.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import type { Language } from './language.ts'
import { parseDecimal, type Paise, paise, type Ppm, ppm } from './money.ts'
import type { Permission } from './permissions.ts'
import { instant, openedWith, optionalNote } from './shapes.ts'
import { inLanguage } from './twins.ts'

/** The permission that an admin needs to change a setting; a change of any requires a fresh code (contract/guards.ts). */
type Permitted = { permission: (typeof settingPermissions)[number] }
const settingPermissions = [
  'settings.money',
  'settings.texts',
  'admins.manage',
] as const satisfies readonly Permission[]
type NumberSetting = Permitted & {
  type: 'number'
  /** The number's unit: rupees (two decimals), percent (four decimals), whole hours, whole things. */
  unit: 'rupees' | 'percent' | 'hours' | 'count'
  default: string
  min: string
  max: string
  /** Without a number it is off; then it is stored and sent as an empty string. */
  optional?: true
  public: boolean
  description: string
}
/**
 * The valid values of a text setting (settingValues.ts reads it): any text; one short text per line; text in which
 * every word with an @ is an e-mail address; an https address of another site; on or off; how an alert reaches admins:
 * off, panel, or mail (panel and mail).
 */
export type Grammar = 'text' | 'lines' | 'contact' | 'address' | 'switch' | 'alert'
type TextSetting = Permitted & {
  type: 'text'
  grammar: Grammar
  default: string
  maxLength: number
  public: boolean
  description: string
}

const RISK =
  'Crypto products and NFTs are unregulated and can be highly risky. There may be no regulatory recourse for any loss from such transactions.'

export const settingsTable = {
  header_line: {
    type: 'text',
    grammar: 'lines',
    default:
      'Welcome to BittKosh\nFees and results are shown before you confirm\nPrices on the market list are simulated',
    maxLength: 2000,
    permission: 'settings.texts',
    public: true,
    description: 'Lines of the scrolling banner on the dashboard, one per line.',
  },
  header_line_hi: {
    type: 'text',
    grammar: 'lines',
    default: '',
    maxLength: 2000,
    permission: 'settings.texts',
    public: true,
    description: 'Lines of the banner in Hindi. Empty: the English ones are used.',
  },
  deposit_excess_percent: percent(
    '10',
    '0',
    '100',
    false,
    'How far above the requested amount a deposit may be approved, in percent.',
  ),
  unusual_amount_above: rupees(
    '200000',
    '1',
    '1000000000',
    false,
    'Above this amount an admin types the amount of a deposit or withdrawal again before approving it, in rupees.',
  ),
  min_deposit_limit: rupees('1000', '1', '10000000', true, 'Smallest deposit a user can request, in rupees.'),
  min_withdrawal_limit: rupees('500', '1', '10000000', true, 'Smallest withdrawal a user can request, in rupees.'),
  withdrawal_fee_percentage: percent('7', '0', '50', true, 'Fee taken out of each withdrawal, in percent.'),
  transfer_fee_percentage: percent('3', '0', '50', true, 'Fee added on top of each BittPay transfer, in percent.'),
  transfer_daily_limit: rupees(
    '1000000',
    '1',
    '1000000000',
    true,
    'Most that one user can send with BittPay in a day, in rupees.',
  ),
  transfer_daily_received_limit: rupees(
    '2500000',
    '1',
    '1000000000',
    true,
    'Most that one user can receive with BittPay in a day, in rupees.',
  ),
  transfer_new_recipient_limit: rupees(
    '500000',
    '1',
    '1000000000',
    true,
    'Most that one user can send to new recipients within 24 hours, in rupees.',
  ),
  transfer_daily_limit_of_all: rupees(
    '100000000',
    '1',
    '1000000000',
    false,
    'Most that all users together can send with BittPay in a day, in rupees.',
  ),
  withdrawal_new_payee_limit: rupees(
    '1000000',
    '1',
    '1000000000',
    true,
    'Most that one user can withdraw to new accounts within 24 hours, in rupees.',
  ),
  flexible_daily_profit_percentage: percent(
    '0.02',
    '0',
    '5',
    true,
    'Earn interest per day, in percent. Applies from the next business day.',
  ),
  flexible_minimum_deposit: rupees('100', '1', '10000000', true, 'Smallest single deposit into Earn, in rupees.'),
  flexible_maximum_deposit: rupees('1000000', '1', '1000000000', true, 'Largest single deposit into Earn, in rupees.'),
  referral_reward: rupees('100', '0', '100000', true, 'Paid once to a referrer per referred user, in rupees.'),
  referral_flexible_threshold: rupees(
    '500',
    '1',
    '10000000',
    true,
    'Own Earn deposits of a referred user that earn the reward, in rupees.',
  ),
  referral_profit_share: percent(
    '10',
    '0',
    '100',
    true,
    'Share of a referred user’s profits paid to the referrer, in percent.',
  ),
  welcome_bonus: rupees(
    '500',
    '0',
    '100000',
    true,
    'Credited to the Earn account at registration, in rupees. 0 turns it off.',
  ),
  usdt_value: rupees(
    '90',
    '1',
    '1000',
    true,
    'Rupees per USDT. Until it is set here, 90 is used and marked as a fallback.',
  ),
  four_eyes_above: {
    type: 'number',
    unit: 'rupees',
    optional: true,
    default: '',
    min: '0',
    max: '1000000000',
    permission: 'settings.money',
    public: false,
    description:
      'From this amount, in rupees, a second admin must approve what one does with money and, whatever the amount, changes to settings, payees, plans and accounts. 0: always. Empty: off.',
  },
  risk_disclosure: siteText('Risk line on plans, Earn and the landing page.', { maxLength: 1000, default: RISK }),
  risk_disclosure_hi: siteText('Risk line in Hindi. Empty: the English one is used.', { maxLength: 1000 }),
  operator_name: siteText('Who runs this platform. While empty, a ribbon says that it is a demo.', { maxLength: 200 }),
  operator_contact: siteText('How to reach the operator: address, e-mail, phone.', {
    grammar: 'contact',
    maxLength: 500,
  }),
  operator_registrations: siteText('Registrations of the operator, shown in the footer.', { maxLength: 500 }),
  grievance_name: siteText('Name of the grievance officer, shown in the footer.', { maxLength: 200 }),
  grievance_contact: siteText('How to reach the grievance officer: e-mail, phone, address.', {
    grammar: 'contact',
    maxLength: 500,
  }),
  terms_en: sitePage('Terms in English: an empty line between paragraphs, # and a space before a heading.'),
  terms_hi: sitePage('Terms in Hindi. Empty: the English ones are used.'),
  privacy_en: sitePage('Privacy notice in English, written like the terms.'),
  privacy_hi: sitePage('Privacy notice in Hindi. Empty: the English one is used.'),
  support_url: siteText('Address of the live chat page (https). Empty: people write to the team here.', {
    grammar: 'address',
    maxLength: 500,
  }),
  app_install_url: siteText('Where App Install leads. Empty uses the browser’s own install prompt.', {
    grammar: 'address',
    maxLength: 500,
  }),
  admin_second_factor: {
    type: 'text',
    grammar: 'switch',
    default: 'off',
    maxLength: 3,
    permission: 'admins.manage',
    public: false,
    description: 'Second factor of admins. On: every admin must have one. Off: it is up to them.',
  },
  live_figures: {
    type: 'text',
    grammar: 'switch',
    default: 'off',
    maxLength: 3,
    permission: 'settings.texts',
    public: true,
    description: 'Landing page figures: on counts them from the database, off shows the samples.',
  },
  alert_coverage: alertRule(
    'settings.money',
    'panel',
    'Alert while the money in hand does not cover what is owed to users.',
  ),
  alert_queue_late: alertRule(
    'settings.money',
    'off',
    'Alert while a request has been waiting for longer than the hours below.',
  ),
  alert_queue_hours: alertBound('hours', '24', 'How long a request may wait before the queue is late, in hours.'),
  alert_large_amount: alertRule('settings.money', 'off', 'Alert for each waiting request of a large amount.'),
  alert_large_amount_above: rupees(
    '500000',
    '1',
    '1000000000',
    false,
    'Amount from which a request counts as large for an alert, in rupees.',
  ),
  alert_many_payees: alertRule(
    'settings.money',
    'off',
    'Alert when a person requests withdrawals to many new accounts within 24 hours.',
  ),
  alert_many_payees_from: alertBound(
    'count',
    '3',
    'How many new accounts of one person within 24 hours count as many for an alert.',
  ),
  alert_many_senders: alertRule(
    'settings.money',
    'off',
    'Alert when a person receives money from many people new to them within 24 hours.',
  ),
  alert_many_senders_from: alertBound(
    'count',
    '5',
    'How many new senders to one person within 24 hours count as many for an alert.',
  ),
  alert_invariants: alertRule(
    'settings.money',
    'panel',
    'Alert after a check of the records has found something, until a later one finds nothing.',
  ),
  alert_backup: alertRule('settings.money', 'off', 'Alert while no backup has been verified within the hours below.'),
  alert_backup_hours: alertBound('hours', '26', 'How old the newest verified backup may be, in hours.'),
  alert_usdt_rate: alertRule('settings.money', 'off', 'Alert while the USDT rate is older than the hours below.'),
  alert_usdt_rate_hours: alertBound('hours', '24', 'How old the USDT rate may be, in hours.'),
  alert_erasure: alertRule(
    'settings.money',
    'panel',
    'Alert while something that should have been erased two days ago is still there.',
  ),
  alert_date: alertRule('settings.money', 'panel', 'Alert while the date of a server is waiting to be confirmed.'),
  alert_payee_changed: alertRule('settings.money', 'off', 'Alert for each deposit method that is added or changed.'),
  alert_rate_changed: alertRule(
    'settings.money',
    'off',
    'Alert for each change to a setting for money, rates or limits.',
  ),
  alert_payout_taken_over: alertRule(
    'settings.money',
    'panel',
    'Alert an administrator whose payouts another one takes over.',
  ),
  alert_admin_device: alertRule('admins.manage', 'off', 'Alert when an administrator signs in from a new device.'),
  alert_admin_changed: alertRule('admins.manage', 'panel', 'Alert when an administrator is added or changed.'),
} as const satisfies Record<string, NumberSetting | TextSetting>

export type SettingKey = keyof typeof settingsTable
type KeyLike<Shape> = { [K in SettingKey]: (typeof settingsTable)[K] extends Shape ? K : never }[SettingKey]
export type OptionalKey = KeyLike<{ unit: 'rupees'; optional: true }>
export type RupeesKey = Exclude<KeyLike<{ unit: 'rupees' }>, OptionalKey>
export type PercentKey = KeyLike<{ unit: 'percent' }>
export type HoursKey = KeyLike<{ unit: 'hours' }>
export type CountKey = KeyLike<{ unit: 'count' }>
export type AlertRule = KeyLike<{ grammar: 'alert' }>
export type TextKey = KeyLike<{ type: 'text' }>

/** The settings at one moment. */
export type Settings = {
  rupees(key: RupeesKey): Paise
  /** Null while it is off. */
  optionalRupees(key: OptionalKey): Paise | null
  percent(key: PercentKey): Ppm
  hours(key: HoursKey): number
  count(key: CountKey): number
  text(key: TextKey): string
  /** False while a setting still has its default. */
  isSet(key: SettingKey): boolean
}

/** Builds the snapshot from stored values; settings that are not stored have their default. */
export function settingsFrom(stored: ReadonlyMap<string, string>): Settings {
  const value = (key: SettingKey) => stored.get(key) ?? settingsTable[key].default
  const units = (key: RupeesKey | OptionalKey | PercentKey | HoursKey | CountKey, decimals: number) => {
    const parsed = parseDecimal(value(key), decimals)
    if (parsed === null) throw new Error(`setting ${key} has the unreadable value ${value(key)}`)
    return parsed
  }
  return {
    rupees: (key) => paise(units(key, 2)),
    optionalRupees: (key) => (value(key) === '' ? null : paise(units(key, 2))),
    percent: (key) => ppm(units(key, 4)),
    hours: (key) => Number(units(key, 0)),
    count: (key) => Number(units(key, 0)),
    text: value,
    isSet: (key) => stored.has(key),
  }
}

/** Settings that people read in their own language: each has a twin `<key>_hi`. */
const shippedHindi = {
  header_line: 'BittKosh में आपका स्वागत है\nशुल्क और नतीजे पुष्टि से पहले दिखते हैं\nबाज़ार की सूची के भाव केवल दिखाने के लिए हैं',
  risk_disclosure:
    'क्रिप्टो उत्पाद और NFT विनियमित नहीं हैं और इनमें बहुत अधिक जोखिम हो सकता है। ऐसे लेन-देन से होने वाले किसी भी नुकसान के लिए कोई नियामक सहारा न मिले, यह संभव है।',
} as const satisfies { [K in TextKey as `${K}_hi` extends TextKey ? K : never]: string }
export type ReadKey = keyof typeof shippedHindi

export function isReadKey(key: string): key is ReadKey {
  return Object.hasOwn(shippedHindi, key)
}

/**
 * A setting in the reader's language. In Hindi: the operator's Hindi text; if there is none, the shipped Hindi; but if
 * the operator has written their own English, that.
 */
export function settingText(settings: Pick<Settings, 'text'>, key: ReadKey, language: Language): string {
  const english = settings.text(key)
  const isShipped = english === settingsTable[key].default
  return inLanguage(language, english, settings.text(`${key}_hi`) || (isShipped ? shippedHindi[key] : ''))
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsTable, key)
}

/** Whether and how admins get an alert. */
function alertRule<P extends Permitted['permission']>(permission: P, value: 'off' | 'panel', description: string) {
  return {
    type: 'text',
    grammar: 'alert',
    default: value,
    maxLength: 5,
    permission,
    public: false,
    description,
  } as const
}

/** When an alert begins: after so many hours, or from so many accounts or people on. */
function alertBound<U extends 'hours' | 'count'>(unit: U, value: string, description: string) {
  const [min, max] = unit === 'hours' ? ['1', '720'] : ['2', '100']
  return {
    type: 'number',
    unit,
    default: value,
    min,
    max,
    public: false,
    permission: 'settings.money',
    description,
  } as const
}

/** A text that everybody reads, and that names the operator or contains a link target. */
function siteText(
  description: string,
  { grammar = 'text', maxLength, default: value = '' }: { grammar?: Grammar; maxLength: number; default?: string },
) {
  return {
    type: 'text',
    grammar,
    default: value,
    maxLength,
    permission: 'settings.texts',
    public: true,
    description,
  } as const
}

/** A page of its own; while its English text is empty, the sample of words/samplePages.ts is shown. */
function sitePage(description: string) {
  return siteText(description, { maxLength: 10_000 })
}

function rupees(value: string, min: string, max: string, isPublic: boolean, description: string) {
  return {
    type: 'number',
    unit: 'rupees',
    default: value,
    min,
    max,
    public: isPublic,
    permission: 'settings.money',
    description,
  } as const
}

function percent(value: string, min: string, max: string, isPublic: boolean, description: string) {
  return {
    type: 'number',
    unit: 'percent',
    default: value,
    min,
    max,
    public: isPublic,
    permission: 'settings.money',
    description,
  } as const
}

const settingValue = z.union([z.string(), z.number()])
export const setting = z.object({
  key: z.string(),
  value: settingValue,
  description: z.string(),
  type: z.enum(['number', 'text']),
  /** Null while it has its default. */
  updated_at: z.nullable(instant),
  /** The admin who changed it last. */
  updated_by: z.nullable(z.string()),
})
export type Setting = z.output<typeof setting>

const key = z.strictObject({ key: z.string().check(z.maxLength(100)) })

export const getSetting = endpoint({
  name: 'getSetting',
  method: 'GET',
  path: '/settings/{key}',
  who: 'signed-in',
  summary: 'One public setting, in the language of its reader; admins read every one as it is stored',
  refusals: ['unknown_setting'],
  params: key,
  reply: z.object({ value: settingValue }),
})

export const listSettings = endpoint({
  name: 'listSettings',
  method: 'GET',
  path: '/settings',
  who: 'admin',
  permission: 'catalogue.read',
  summary: 'All settings',
  reply: z.array(setting),
})

export const exportSettings = endpoint({
  name: 'exportSettings',
  method: 'GET',
  path: '/settings/export',
  who: 'admin',
  permission: 'catalogue.read',
  freshCode: 'never',
  limit: 'statement',
  summary: 'All settings as CSV or XLSX, with who changed each last; logged',
  refusals: ['too_many_rows'],
  query: exportQuery({}),
  reply: 'file',
})

/** Confirms a lower withdrawal fee at which active packages pay for withdrawing on the same day. */
const confirmLoss = z.optional(z.boolean())

export const updateSetting = endpoint({
  name: 'updateSetting',
  method: 'PUT',
  path: '/settings/{key}',
  who: 'admin',
  permission: settingPermissions,
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Change a setting',
  bodyBytes: 256 * 1024,
  refusals: ['changed_meanwhile', 'unknown_setting', 'setting_out_of_range', 'loss_unconfirmed'],
  params: key,
  body: z.strictObject({
    value: settingValue,
    description: optionalNote,
    previous_updated_at: openedWith,
    confirm_loss: confirmLoss,
  }),
  reply: setting,
})

export const updateSettings = endpoint({
  name: 'updateSettings',
  method: 'PUT',
  path: '/settings',
  who: 'admin',
  permission: settingPermissions,
  freshCode: 'sometimes',
  fourEyes: 'sometimes',
  idempotent: true,
  summary: 'Change several settings at once: all of them, or none',
  bodyBytes: 256 * 1024, // four pages of text, before and after
  refusals: ['changed_meanwhile', 'unknown_setting', 'setting_out_of_range', 'loss_unconfirmed'],
  body: z
    .strictObject({
      changes: z
        .array(z.strictObject({ key: key.shape.key, value: settingValue, description: optionalNote }))
        .check(z.minLength(1, complaint('required')), z.maxLength(Object.keys(settingsTable).length)),
      /** The value of each when the admin decided on the change; if one differs now, nothing changes (409). */
      previous: z.record(z.string(), settingValue),
      confirm_loss: confirmLoss,
    })
    .check(({ value, issues }) => {
      const seen = new Set<string>()
      for (const [n, { key }] of value.changes.entries()) {
        const complain = (path: (string | number)[], code: PlainComplaintCode) =>
          void issues.push({ code: 'custom', input: value, path, message: complaint(code) })
        if (seen.has(key)) complain(['changes', n, 'key'], 'named_twice')
        if (!Object.hasOwn(value.previous, key)) complain(['previous', key], 'required')
        seen.add(key)
      }
    }),
  /** The changed settings, in the order of the request. */
  reply: z.array(setting),
})

export const settingSums = endpoint({
  name: 'settingSums',
  method: 'GET',
  path: '/settings/sums',
  who: 'admin',
  permission: 'settings.money',
  summary: 'Today’s sums to which the rates apply, to estimate what a change of a rate would cost or earn per day',
  reply: z.object({
    at: instant,
    /** The number of whole business days before today that the averages cover. */
    days: z.int(),
    /** The current total in Earn. */
    earn: money,
    /** The others are daily averages: withdrawals paid, BittPay sent, profits of referred users. */
    withdrawals: money,
    transfers: money,
    referred_profits: money,
    /** USDT received and paid out, in rupees at the rates of their requests. */
    usdt_in: money,
    usdt_out: money,
  }),
})
export type SettingSums = z.output<(typeof settingSums)['reply']>
