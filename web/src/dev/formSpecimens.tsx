import { Check, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { AnchorButton, Button } from '../kit/actions/Button.tsx'
import { Checkbox, Switch } from '../kit/forms/Checkbox.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { FileDrop } from '../kit/forms/FileDrop.tsx'
import { FilterChips } from '../kit/actions/FilterChips.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { PasswordInput } from '../kit/forms/PasswordInput.tsx'
import { SearchInput } from '../kit/forms/SearchInput.tsx'
import { Segmented } from '../kit/actions/Segmented.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import styles from './KitPage.module.css'
import type { ShowProps, Specimen } from './specimen.ts'

export const formSpecimens: Specimen[] = [
  {
    name: 'Button, IconButton, CopyButton',
    Show: ({ isHindi }) => {
      const word = isHindi ? 'पुष्टि करें' : 'Confirm'
      return (
        <>
          <Button wide>{isHindi ? 'निकासी की पुष्टि करें' : 'Confirm withdrawal'}</Button>
          <div className={styles.row}>
            <Button running>{word}</Button>
            <Button variant="secondary" icon={<Plus size={18} aria-hidden />}>
              {word}
            </Button>
            <Button variant="quiet">{word}</Button>
            <Button variant="danger">{word}</Button>
          </div>
          <div className={styles.row}>
            <Button size="dense">{word}</Button>
            <Button size="dense" variant="secondary">
              {word}
            </Button>
            <IconButton size="dense" label="Edit" icon={<Pencil size={16} aria-hidden />} />
            <IconButton label="Approve" icon={<Check size={20} aria-hidden />} />
            <CopyButton text="bittkosh@upi" label={isHindi ? 'UPI ID कॉपी करें' : 'Copy UPI ID'} />
            <AnchorButton href="#main" variant="secondary" size="dense">
              Link
            </AnchorButton>
          </div>
          <div>
            <Button wide why={isHindi ? 'KYC जाँच ज़रूरी है' : 'KYC Verification Required'}>
              {word}
            </Button>
          </div>
        </>
      )
    },
  },
  { name: 'Inputs', Show: Inputs },
  { name: 'Choices', Show: Choices },
]

export function Inputs({ isHindi }: ShowProps) {
  const [amount, setAmount] = useState('100000.5')
  const [text, setText] = useState('')
  return (
    <>
      <Field label={isHindi ? 'रकम' : 'Amount'} hint={isHindi ? 'कम से कम ₹1000' : 'Minimum ₹1000'}>
        <AmountInput
          value={amount}
          onChange={setAmount}
          chips={[
            { label: '₹1,000', value: '1000' },
            { label: '+5,000', value: '105000.5' },
          ]}
        />
      </Field>
      <Field
        label={isHindi ? 'ट्रांज़ैक्शन ID' : 'Transaction ID'}
        error={isHindi ? 'ट्रांज़ैक्शन ID ज़रूरी है' : 'Transaction ID is required'}
      >
        <TextInput value={text} onChange={setText} placeholder="432198761234" />
      </Field>
      <Field label={isHindi ? 'पासवर्ड' : 'Password'}>
        <PasswordInput value={text} onChange={setText} autoComplete="current-password" />
      </Field>
      <Field label={isHindi ? 'नोट' : 'Note'} optional>
        <TextArea value={text} onChange={setText} />
      </Field>
      <Field label={isHindi ? 'आधार (आगे)' : 'Aadhar, front'}>
        <FileDrop file={null} onChange={() => {}} hint="JPEG, PNG, WebP · 5 MB" />
      </Field>
      <SearchInput label={isHindi ? 'यूज़र खोजें' : 'Search users'} value={text} onChange={setText} dense />
    </>
  )
}

export function Choices({ isHindi }: ShowProps) {
  const [on, setOn] = useState(true)
  const [show, setShow] = useState<'all' | 'in' | 'out'>('all')
  return (
    <>
      <Field label={isHindi ? 'तरीका' : 'Method'}>
        <Select
          value={show}
          onChange={setShow}
          options={[
            { value: 'all', label: 'UPI' },
            { value: 'in', label: isHindi ? 'बैंक' : 'Bank' },
            { value: 'out', label: 'USDT', disabled: true },
          ]}
        />
      </Field>
      <div className={styles.row}>
        <Checkbox label={isHindi ? 'मुझे याद रखें' : 'Remember me'} checked={on} onChange={setOn} />
        <Switch label={isHindi ? 'चालू' : 'Active'} checked={on} onChange={setOn} />
      </div>
      <FilterChips
        label="Show"
        value={show}
        onChange={setShow}
        options={[
          { value: 'all', label: isHindi ? 'सब' : 'All', count: 14 },
          { value: 'in', label: isHindi ? 'आया' : 'In' },
          { value: 'out', label: isHindi ? 'गया' : 'Out' },
        ]}
      />
      <Segmented
        label="Direction"
        value={on ? 'deposit' : 'withdraw'}
        onChange={(value) => setOn(value === 'deposit')}
        options={[
          { value: 'deposit', label: isHindi ? 'जमा करें' : 'Deposit' },
          { value: 'withdraw', label: isHindi ? 'निकालें' : 'Withdraw' },
        ]}
      />
    </>
  )
}
