/** The mails in English. */
import { alertText } from './alerts.ts'
import { BRAND } from '../brand.ts'
import { idTypeLabels } from '../kyc.ts'
import { dayText, momentText } from '../dates.ts'
import { add, formatRupees } from '../money.ts'
import { CONTACT_LINK_HOURS } from '../support.ts'
import { OTP_MINUTES } from '../transfers.ts'
import { CONTACT_CODE_MINUTES } from '../verification.ts'
import { deviceText } from './devices.ts'
import { quoted, quotedLines, withoutLinks } from './quoted.ts'
import { rolesText } from './roles.ts'
import { proposalText } from './proposals.ts'
import type { MailWords } from '../mails.ts'
import { changesText } from './audit.ts'

export const mailsInEnglish: MailWords = {
  email_code: ({ code }) => ({
    subject: `Confirm your e-mail address for ${BRAND}`,
    body: `${code} is your code to confirm this e-mail address. It works for ${CONTACT_CODE_MINUTES} minutes.

Enter it in ${BRAND}. We never ask for this code anywhere else.
If you did not open an account, do nothing: without this code the account cannot send money, and nobody can find it by your address.
`,
  }),
  email_claim: ({ link }) => ({
    subject: `Is this your e-mail address? (${BRAND})`,
    body: `Someone is registering with ${BRAND} using this e-mail address. Another account already has it but never confirmed it.

If you are registering and that other account is not yours, open this link within ${CONTACT_CODE_MINUTES} minutes. The other account then loses your address, and you can register with it:

${link}

If the other account is yours, do not open the link: sign in and confirm the address there, or reset its password.
If you know nothing about this, do nothing.
`,
  }),
  password_changed: ({ name, way }) => ({
    subject: `Your ${BRAND} password was changed`,
    body: `${hello(name)}

${
  {
    by_admin:
      'An administrator set a new password for your account. You will choose your own when you next sign in. Withdrawals and BittPay are paused for 72 hours.',
    changed: 'Your password was changed. Other devices were signed out.',
    reset:
      'Your password was reset with a link that we e-mailed to you. All devices were signed out, and withdrawals and BittPay are paused for 72 hours.',
  }[way]
}

If this was not you, open ${BRAND}, choose "Forgot your password?" and set a new one at once.
`,
  }),
  contacts_changed: ({ name, changed }) => {
    const what = changed.map((contact) => ({ email: 'e-mail address', phone: 'phone number' })[contact]).join(' and ')
    return {
      subject: `The ${what} of your ${BRAND} account ${changed.length > 1 ? 'were' : 'was'} changed`,
      body: `${hello(name)}

An administrator changed the ${what} of your account. You can no longer sign in with the old ${changed.length > 1 ? 'ones' : 'one'}. All devices were signed out, and withdrawals and BittPay are paused for 72 hours.

If you did not ask for this, contact our support team at once, before the pause is over: open ${BRAND} and choose "Contact support" below the login.
`,
    }
  },
  new_device: ({ name, device, at, link }) => ({
    subject: `A new device signed in to your ${BRAND} account`,
    body: `${hello(name)}

Someone signed in to your account from a device we have not seen before.

Device: ${deviceText('en', device) ?? 'unknown'}
Time: ${momentText(at)} (India)

If it was you, there is nothing to do. If not, choose a new password at once; all devices will then be signed out:

${link}
`,
  }),
  password_reset_link: ({ name, link }) => ({
    subject: `Reset your ${BRAND} password`,
    body: `${hello(name)}

Open this link to choose a new password. It works once, for 30 minutes.

${link}

After a reset all devices are signed out, and withdrawals and BittPay are paused for 72 hours.
If you did not ask for this, do nothing: your password stays as it is.
`,
  }),
  second_factor: ({ name, way }) => ({
    subject: `Your second factor for ${BRAND}`,
    body: `${hello(name)}

${
  {
    set_up: 'A second factor was set up for your administrator account. Other devices were signed out.',
    removed: 'The second factor of your administrator account was removed.',
    reset: 'Another administrator reset your second factor. Sign in with your password and set up a new one.',
  }[way]
}

If this was not you, tell the other administrators at once. The audit log shows where it was done from.
`,
  }),
  deposit_reversed: ({ name, amount, bonus, reason }) => ({
    subject: `A deposit to your ${BRAND} wallet was reversed`,
    body: `${hello(name)}

A deposit that had been approved was reversed: ${formatRupees(add(amount, bonus))} left your wallet${bonus > 0n ? `, ${formatRupees(amount)} and its bonus of ${formatRupees(bonus)}` : ''}.

Reason: ${reason}

If you think this is wrong, sign in and write to us under Support.
`,
  }),
  kyc_revoked: ({ name, document, reason }) => ({
    subject: `Your identity approval at ${BRAND} was revoked`,
    body: `${hello(name)}

The approval of your ${idTypeLabels.en[document]} was revoked. Until your documents are approved again you cannot withdraw money or send it with BittPay.

Reason: ${reason}

You can submit your documents again on your profile.
`,
  }),
  method_changed: ({ isNew, by, method, changes }) => ({
    subject: `${BRAND}: a deposit method changed`,
    body: `${isNew ? `${quoted(by)} added the deposit method ${quoted(method)}.` : `${quoted(by)} changed where payments by ${quoted(method)} go.`}

${changesText('en', changes)}

It is also in the audit log. If you did not expect this, switch the method off and ask who did it.
`,
  }),
  admin_roles: ({ change, by, admin, roles }) => ({
    subject: change === 'made' ? `${BRAND}: a new administrator` : `${BRAND}: the roles of an administrator changed`,
    body: `${change === 'made' ? `${quoted(by)} made ${quoted(admin)} an administrator.` : `${quoted(by)} changed the roles of ${quoted(admin)}.`}
Roles from now on: ${rolesText('en', roles)}

If you did not expect this, tell the owners at once. The audit log shows where it was done from.
`,
  }),
  commits_lost: ({ count, first }) => ({
    subject: `${BRAND}: the database has lost commits`,
    body: `${count} entries that the program had acknowledged are gone from the database, the first: ${first}.

Either an older copy of the database was restored, or a server without them took over. The program reports that it is not ready until an operator has looked into it and run "npm run confirm-loss".
What to do is described in docs/operations.md.
`,
  }),
  alert: ({ kind, record, more, link }) => ({
    subject: `${BRAND}: ${alertText('en', kind)}`,
    body: `${alertText('en', kind)}${record === null ? '' : ` (#${record})`}.
${more === 0 ? '' : `And ${more} more like it.\n`}
${link}

You can choose in Basic Settings which alerts are mailed. Each kind is mailed at most once an hour.
`,
  }),
  transfer_code: ({ code, amount, receiver, total }) => ({
    subject: `Your ${BRAND} code to send ${formatRupees(amount)}`,
    body: [
      `${code} is your one-time code to send ${formatRupees(amount)} to ${quoted(receiver)}.`,
      '',
      `Leaving your wallet: ${formatRupees(total)}, fee included.`,
      `The code works once, for ${OTP_MINUTES} minutes.`,
      '',
      'We never ask for this code. Do not share it with anyone. If you did not start this transfer, change your password.',
    ].join('\n'),
  }),
  bittpay_paused: () => ({
    subject: 'BittPay is paused for 24 hours',
    body: [
      'Too many wrong one-time codes were entered for your transfers, so BittPay is paused for 24 hours. No money has left your wallet.',
      '',
      'If that was not you, someone may be using your account: change your password now.',
    ].join('\n'),
  }),
  closing_asked: ({ name, day, link }) => ({
    subject: `Your ${BRAND} account closes on ${dayText(day)}`,
    body: `${hello(name)}

You asked us to close your account. We close it on ${dayText(day)} and erase your name, contact details and messages; what the law requires us to keep stays locked. Until then you can use it as before, and change your mind here:

${link}

If it holds money on that day, it stays open.
If you did not ask for this, someone knows your password: keep the account with the link above and choose a new password at once.
`,
  }),
  closing_lapsed: ({ name, because }) => ({
    subject: `Your ${BRAND} account was not closed`,
    body: `${hello(name)}

You asked us to close your account. It is still open, because ${because === 'money' ? 'it holds money. Withdraw or send it' : 'something you asked for has not been decided yet. Wait for that, or cancel it'}, then ask again on your profile.
`,
  }),
  money_frozen: ({ name }) => ({
    subject: `Your ${BRAND} withdrawals and transfers are on hold`,
    body: `${hello(name)}

Your withdrawals and transfers are on hold. Nothing leaves your account; you can sign in as before.

To contact support, sign in and write to us under Support.
`,
  }),
  money_unfrozen: ({ name }) => ({
    subject: `Your ${BRAND} withdrawals and transfers work again`,
    body: `${hello(name)}

You can withdraw and send money with BittPay again.
`,
  }),
  contact_confirm: ({ link }) => ({
    subject: `Confirm your message to ${BRAND}`,
    body: `Someone wrote to ${BRAND} support with this e-mail address.

If it was you, open this link within ${CONTACT_LINK_HOURS} hours. Your message reaches us once you have confirmed it there, and our answers come to this address:

${link}

If it was not you, do nothing: the message is deleted and you will not hear about it again.
`,
  }),
  support_answer: ({ words, link }) => ({
    subject: `${BRAND} support has answered you`,
    body: `${words === null ? 'Our support team has answered your message.' : `Our support team has answered your message:\n\n${quotedLines(words)}`}

Read the whole conversation and answer here:

${link}

We never ask for a password or a one-time code.
`,
  }),
  withdrawal_returned: ({ name, amount, reason, link }) => ({
    subject: `Your withdrawal of ${formatRupees(amount)} came back`,
    body: `${hello(name)}

The bank sent back your withdrawal of ${formatRupees(amount)}. The whole amount, including the fee, is back in your wallet.

Reason: ${reason}

Check where it should go and send it again: ${link}
`,
  }),
  proposal_decided: ({ name, act, status, by, reason }) => ({
    subject: {
      approved: `${by} approved your proposal`,
      declined: `${by} declined your proposal`,
      stale: 'Your proposal could not be carried out',
    }[status],
    body: `${hello(name)}

${proposalText('en', act)}: ${{ approved: `${by} has approved this, and it is done.`, declined: `${by} has declined this, and nothing was done.`, stale: `${by} approved this, but it is no longer possible, and nothing was done.` }[status]}
${reason === null ? '' : `\nReason: ${reason}\n`}`,
  }),
}

function hello(name: string | null): string {
  return name === null ? 'Hello,' : `Hello ${withoutLinks(name)},`
}
