import { listAudit } from '@bittkosh/contract/audit'
import { isReleased } from '@bittkosh/contract/contact'
import { decimalText, negate, type Paise, subtract } from '@bittkosh/contract/money'
import { editUser, listUsers, userDetails, userLedger, type UserRow } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useMay } from '../api/may.ts'
import { useForm } from '../api/useForm.ts'
import { useTrail } from '../api/useTrail.ts'
import { useVersion } from '../api/useVersion.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { readAmount, wireNumber } from '../kit/forms/amountText.ts'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { useSession } from '../api/session.ts'
import { BalanceChange } from './BalanceChange.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { PersonState } from '../requests/RequestParts.tsx'
import { SecondLook, useSecondLook } from '../requests/SecondLook.tsx'
import { noReason, ReasonFields, useMissingReason } from './ReasonFields.tsx'
import styles from './Users.module.css'

/** The fields of a user that the admin may edit. The balance is checked against the one shown beside the typed one. */
export default function EditUser({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { t } = useLingui()
  const may = useMay()
  const me = useSession()?.user.id
  const [latest, setLatest] = useState(user)
  const [openedWith, setOpenedWith] = useState<{ balance: Paise; movedFrom?: Paise }>({ balance: user.balance })
  const version = useVersion(user, readAgain)
  const trail = useTrail('user', user.id, { isOpen: version.isStale })
  /** Whether the edit moves money or shuts the user out. */
  const mustSay = (balance: string, isActive: boolean) => isAnother(balance) || (user.is_active && !isActive)
  const form = useForm({
    endpoint: editUser,
    params: { id: user.id },
    initial: {
      name: user.name,
      email: shown(user.email),
      phone: shown(user.phone),
      balance: decimalText(user.balance, 2),
      referral_code: user.referral_code,
      password: '',
      ...noReason,
      is_active: user.is_active,
    },
    body: ({ password, reason, reason_kind: kind, balance, ...typed }) => ({
      ...typed,
      email: ownOr(user.email, typed.email),
      phone: ownOr(user.phone, typed.phone),
      // Fields that this admin is not shown stay as they are now: to send older values would be to edit them.
      ...(!may('people.edit') && personOf(latest)),
      balance: wireNumber(balance),
      previous_balance: Number(decimalText(openedWith.balance, 2)),
      ...version.body,
      ...(password !== '' && { password }),
      ...(mustSay(balance, typed.is_active) && { reason, reason_kind: kind }),
    }),
    fallback: t`Failed to update user`,
    refreshes: [listUsers, userDetails, userLedger, listAudit],
    onDone: ({ name }) => {
      toast(t`${name} was saved`)
      onClose()
    },
    onSent: onClose,
    onRefused: (error) => {
      if (error.code === 'balance_moved' || error.code === 'changed_meanwhile') void showChanges()
      else version.onRefused(error)
    },
  })
  const typed = readAmount(form.values.balance)
  const isChanged = isAnother(form.values.balance)
  const isOtherContact = form.values.email !== shown(user.email) || form.values.phone !== shown(user.phone)
  const saysWhy = mustSay(form.values.balance, form.values.is_active)
  const missingOf = useMissingReason()
  const details = useQuery(reading(userDetails, { params: { id: user.id } }))
  const usual = details.data?.usual
  const look = useSecondLook(
    typed !== null && isChanged && usual
      ? { amount: sizeOf(subtract(typed, openedWith.balance)), requested: null, ...usual }
      : null,
    t`Save`,
  )
  /** A balance can't be changed before it is known whether that is unusual. */
  const mustWait = isChanged && !usual
  const props = {
    ...form.props,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      const missing = saysWhy ? missingOf(form.values) : null
      if (missing) form.refuse(missing, Object.values(missing)[0] ?? '')
      else void form.submit(event)
    },
  }

  function isAnother(balance: string): boolean {
    const amount = readAmount(balance)
    return amount !== null && amount !== openedWith.balance
  }

  async function readAgain() {
    return (await call(userDetails, { params: { id: user.id } })).user
  }

  /** What was typed stays; an untouched balance follows the wallet, otherwise saving the name would undo a payment. */
  async function showChanges() {
    const fresh = await readAgain()
    version.meet(fresh)
    setLatest(fresh)
    if (fresh.balance === openedWith.balance) return
    if (!isChanged) form.set('balance', decimalText(fresh.balance, 2))
    setOpenedWith({ balance: fresh.balance, movedFrom: openedWith.balance })
  }

  return (
    <EditDialog
      title={t`Edit ${user.name}`}
      form={{ ...form, props }}
      edit={{ isStale: version.isStale, isGone: version.isGone, trail }}
      size="wide"
      money={isChanged}
      confirm={{ ...look.dialog, disabled: mustWait || look.dialog.disabled }}
      onClose={onClose}
    >
      <PersonState person={{ is_active: user.is_active, is_frozen: user.frozen_at !== null }} />
      <div className={styles.pair}>
        {may('people.edit') && (
          <>
            <Field label={t`Name`} error={form.errors.name}>
              <TextInput {...form.bind('name')} data-first-focus dense autoComplete="off" />
            </Field>
            <Field label={t`E-mail`} error={form.errors.email}>
              <TextInput
                {...form.bind('email')}
                dense
                type="email"
                placeholder={isReleased(user.email) ? t`None` : undefined}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Field label={t`Phone`} error={form.errors.phone}>
              <TextInput
                {...form.bind('phone')}
                dense
                type="tel"
                placeholder={isReleased(user.phone) ? t`None` : undefined}
                inputMode="tel"
                autoComplete="off"
              />
            </Field>
            <Field label={t`Referral code`} error={form.errors.referral_code}>
              <TextInput {...form.bind('referral_code')} dense autoComplete="off" spellCheck={false} />
            </Field>
            <Field
              label={t`Password`}
              optional
              error={form.errors.password}
              hint={t`Leave blank to keep current password`}
            >
              <PasswordInput {...form.bind('password')} dense autoComplete="new-password" />
            </Field>
          </>
        )}
        {may('balances.edit') && (
          <Field label={t`Balance`} error={form.errors.balance}>
            <AmountInput {...form.bind('balance')} dense />
          </Field>
        )}
      </div>
      {form.values.password !== '' && (
        <p className={styles.soft}>
          {t`The user is signed out everywhere and must choose a new password at the next sign-in.`}
        </p>
      )}
      {(form.values.password !== '' || isOtherContact) && (
        <p className={styles.soft}>
          {t`The user is notified by mail, at the old address too. Withdrawals and BittPay are paused for 72 hours.`}
        </p>
      )}
      <BalanceChange now={openedWith.balance} movedFrom={openedWith.movedFrom} after={typed} />
      {mustWait && details.isError && (
        <FailedState message={failureMessage(details.error, t`Failed to load data`)} retry={details} />
      )}
      <SecondLook look={look} isChange />
      {may('people.edit') && (
        <Checkbox
          label={t`Active: may sign in`}
          checked={form.values.is_active}
          disabled={user.id === me}
          onChange={(checked) => form.set('is_active', checked)}
        />
      )}
      {saysWhy && (
        <ReasonFields
          values={form.values}
          errors={form.errors}
          set={form.set}
          hint={
            isChanged
              ? t`Why the balance is changing. The user sees it; it stays in the history and in the audit log.`
              : t`It is kept in the audit log.`
          }
        />
      )}
    </EditDialog>
  )
}

function personOf({ name, email, phone, referral_code, is_active }: UserRow) {
  return { name, email, phone, referral_code, is_active }
}

/** Empty for a contact that the account has lost to somebody who proved it. */
function shown(contact: string): string {
  return isReleased(contact) ? '' : contact
}

/** What is sent: an account without a contact of its own keeps what stands in its place until one is typed. */
function ownOr(contact: string, typed: string): string {
  return isReleased(contact) && typed.trim() === '' ? contact : typed
}

function sizeOf(change: Paise): Paise {
  return change < 0n ? negate(change) : change
}
