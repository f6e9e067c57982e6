import * as calls from '@bittkosh/contract/profile'
import { closingDay, passwordChange, type Profile } from '@bittkosh/contract/profile'
import type * as z from 'zod/mini'
import { record } from '../audit/actions.ts'
import { changePassword, markWelcomeSeen, requireCurrentPassword } from '../auth/actions.ts'
import { judgeNewPassword } from '../auth/rules.ts'
import { govtIdsOf, submitKyc } from '../kyc/actions.ts'
import { welcomeBonusOf } from '../ledger/balances.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import {
  type Answer,
  type Call,
  prepareAndWrite,
  read,
  type Route,
  write,
  type DbOf,
  type TxOf,
} from '../platform/http/http.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { findProfile } from './queries.ts'

export const routes: Route[] = [
  read(calls.getProfile, getProfile),
  prepareAndWrite(calls.updateProfile, prepareUpdateProfile, updateProfile, { changesCaller: true }),
  write(calls.seeWelcome, seeWelcome, { changesCaller: true }),
]

export async function getProfile(
  call: Call<typeof calls.getProfile>,
  db: Db,
): Promise<Answer<typeof calls.getProfile>> {
  return profileOf(db, call)
}

async function prepareUpdateProfile(call: Call<typeof calls.updateProfile>, db: DbOf<typeof calls.updateProfile>) {
  if (!('new_password' in call.body)) {
    // A user who must change the password may do nothing else first.
    return call.user.mustChangePassword ? refuse(db, 'password_change_required') : { form: call.body }
  }
  return { password: await checkPasswordChange(db, call, call.body) }
}

export async function updateProfile(
  call: Call<typeof calls.updateProfile>,
  tx: TxOf<typeof calls.updateProfile>,
  prepared: Awaited<ReturnType<typeof prepareUpdateProfile>>,
): Promise<Answer<typeof calls.updateProfile>> {
  const { user, at, address, services } = call
  if ('form' in prepared) {
    await submitKyc(tx, { user: user.id, form: prepared.form, at, address, config: services.config })
  } else {
    await changePassword(tx, at, { ...prepared.password, session: user.session })
    if (user.role === 'admin') record(tx, call, { action: 'own password changed', subject: 'user', subjectId: user.id })
  }
  return profileOf(tx, call)
}

export async function seeWelcome(
  { user, at }: Call<typeof calls.seeWelcome>,
  tx: Tx,
): Promise<Answer<typeof calls.seeWelcome>> {
  return markWelcomeSeen(tx, user.id, at)
}

type MyCall = Pick<Call<typeof calls.getProfile>, 'user' | 'at' | 'services' | 'language'>

/** The slow part of a change: verifying the current password, judging and hashing the new one. */
async function checkPasswordChange(
  db: DbOf<typeof calls.updateProfile>,
  { user, services, at }: MyCall,
  body: z.output<typeof passwordChange>,
) {
  const fields = { password: 'new_password', confirmation: 'new_password_confirmation' }
  const { current_password, new_password: password, new_password_confirmation: confirmation } = body
  accept(db, judgeNewPassword({ password, confirmation, fields }))
  const current = { user, password: current_password, field: 'current_password' }
  const account = await requireCurrentPassword(db, { ...current, services, at })
  if (password === current_password) return refuse(db, { code: 'password_unchanged', field: 'new_password' })
  return { account, passwordHash: await hashPassword(password) }
}

async function profileOf(db: Db | Tx, { user, at, language, services: { config } }: MyCall): Promise<Profile> {
  const row = await findProfile(db, user.id, config)
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    email_verified: row.emailVerified,
    phone_verified: row.phoneVerified,
    balance: row.balance,
    referral_code: row.referralCode,
    refer_link: `${config.publicUrl}/register?ref=${encodeURIComponent(row.referralCode)}`,
    govt_ids: await govtIdsOf(db, { user: user.id, at, config, language }),
    welcome_bonus: row.welcomeSeen ? null : await welcomeBonusOf(db, user.id),
    closes_on: row.closingAskedAt && closingDay(row.closingAskedAt),
    must_change_password: row.mustChangePassword,
    ...(user.role === 'admin' ? { roles: [...user.roles] } : {}),
  }
}
