import { formatRupees, paise } from '@bittkosh/contract/money'
import { Check, Inbox, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AmountInput } from '../kit/AmountInput.tsx'
import { Banner, ErrorBanner } from '../kit/Banner.tsx'
import { BarChart } from '../kit/BarChart.tsx'
import { AnchorButton, Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Change } from '../kit/Change.tsx'
import { Checkbox, Switch } from '../kit/Checkbox.tsx'
import { Chip } from '../kit/Chip.tsx'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { DayBar } from '../kit/DayBar.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FailedState } from '../kit/FailedState.tsx'
import { Field } from '../kit/Field.tsx'
import { Figures } from '../kit/Figures.tsx'
import { FileDrop } from '../kit/FileDrop.tsx'
import { FilterChips } from '../kit/FilterChips.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { KeyValues } from '../kit/KeyValues.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/Khata.tsx'
import { LoadMore } from '../kit/LoadMore.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { Pagination } from '../kit/Pagination.tsx'
import { PasswordInput } from '../kit/PasswordInput.tsx'
import { QrCode } from '../kit/QrCode.tsx'
import { Ribbon } from '../kit/Ribbon.tsx'
import { RiskLine } from '../kit/RiskLine.tsx'
import { SearchInput } from '../kit/SearchInput.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { Select } from '../kit/Select.tsx'
import { SimulatedChip } from '../kit/SimulatedChip.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { type Status, StatusBadge } from '../kit/StatusBadge.tsx'
import { Table } from '../kit/Table.tsx'
import { Tabs } from '../kit/Tabs.tsx'
import { TextArea, TextInput } from '../kit/TextInput.tsx'
import { Timeline } from '../kit/Timeline.tsx'
import { toast } from '../kit/toast.ts'
import { When } from '../kit/When.tsx'
import styles from './KitPage.module.css'

type ShowProps = { isHindi: boolean }
type Specimen = { name: string; Show: (props: ShowProps) => ReactNode }

const at = new Date('2026-11-21T05:12:00Z')
const statuses: Status[] = [
  'pending',
  'approved',
  'completed',
  'rejected',
  'failed',
  'cancelled',
  'expired',
  'active',
  'inactive',
  'matured',
  'withdrawn',
  'not_submitted',
]
const requests = [
  { id: 1, user: 'Asha Rao', method: 'UPI', reference: '432198761234', asked: paise(1_000_000n) },
  { id: 2, user: 'Imran Siddiqui', method: 'Bank', reference: 'HDFCN52026112100', asked: paise(11_111_100n) },
  { id: 3, user: 'Meenakshi Venkataraman', method: 'USDT', reference: '9f3a71c0…c71e', asked: paise(99_999_999_999n) },
]

export const specimens: Specimen[] = [
  {
    name: 'Money, Change, When',
    Show: () => (
      <>
        <Money amount={paise(12_345_678n)} balance hideable />
        <div className={styles.row}>
          <Money amount={paise(99_999_999_999n)} />
          <Money amount={paise(1_000_000n)} change />
          <Money amount={paise(-51_500n)} change />
          <Money amount={paise(12_345_678n)} decimals={0} />
        </div>
        <div className={styles.row}>
          <Change direction="up" text="0.42 %" />
          <Change direction="down" text="0.11 %" />
          <Change direction="flat" text="0.00 %" />
        </div>
        <div className={styles.row}>
          <When at={at} />
          <When at="2026-12-21" look="day" />
          <When at={new Date(Date.now() - 240_000)} look="relative" />
        </div>
      </>
    ),
  },
  {
    name: 'Khata (document)',
    Show: ({ isHindi }) => (
      <Khata document>
        <KhataRow label={isHindi ? 'आपने माँगा' : 'You asked for'}>
          <Money amount={paise(1_000_000n)} />
        </KhataRow>
        <KhataRow label={isHindi ? 'प्रोसेसिंग शुल्क' : 'Processing fee'} note="7 %">
          <Money amount={paise(-70_000n)} />
        </KhataRow>
        <KhataRow label={isHindi ? 'किसको' : 'To'}>ravi.k@okhdfcbank</KhataRow>
        <KhataTotal label={isHindi ? 'आपको मिलेगा' : 'You receive'} drawn>
          <Money amount={paise(930_000n)} />
        </KhataTotal>
      </Khata>
    ),
  },
  {
    name: 'Khata, KeyValues, Figures',
    Show: ({ isHindi }) => (
      <>
        <Khata title={isHindi ? '₹10,000 ऐसे बढ़ता है' : 'How ₹10,000 grows'}>
          <KhataRow label={isHindi ? 'दिन 1' : 'Day 1'}>
            <Money amount={paise(1_000_200n)} />
          </KhataRow>
          <KhataRow label={isHindi ? 'दिन 30' : 'Day 30'}>
            <Money amount={paise(1_006_017n)} />
          </KhataRow>
        </Khata>
        <Card title={isHindi ? 'बैंक की जानकारी' : 'Bank details'} aside={<Chip tone="info">NEFT</Chip>}>
          <KeyValues
            items={[
              { label: 'IFSC', value: 'HDFC0001234' },
              { label: isHindi ? 'खाता संख्या' : 'Account number', value: '50100 12345 6789' },
            ]}
          />
        </Card>
        <Figures
          items={[
            { label: isHindi ? 'जमा' : 'Deposits', value: <Money amount={paise(30_951_200n)} decimals={0} /> },
            { label: isHindi ? 'चालू' : 'Active', value: '24', note: isHindi ? 'कुल का 96 %' : '96 % of all' },
          ]}
        />
      </>
    ),
  },
  {
    name: 'StatusBadge, Chip',
    Show: () => (
      <div className={styles.row}>
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <SimulatedChip />
      </div>
    ),
  },
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
  {
    name: 'Banner, FailedState, EmptyState, Skeleton',
    Show: ({ isHindi }) => (
      <>
        <ErrorBanner message={isHindi ? 'बैलेंस काफ़ी नहीं है' : 'Insufficient balance'} />
        <Banner tone="gain">{isHindi ? 'अनुरोध भेजा गया' : 'Deposit request sent successfully!'}</Banner>
        <Banner tone="pending">{isHindi ? 'जाँच चल रही है' : 'An admin checks each request.'}</Banner>
        <Banner>{isHindi ? 'सिर्फ़ TRC20' : 'TRC20 only'}</Banner>
        <FailedState message={isHindi ? 'डेटा लोड नहीं हुआ' : 'Failed to load data'} onRetry={() => {}} />
        <EmptyState
          icon={<Inbox size={24} aria-hidden />}
          title={isHindi ? 'अभी कुछ नहीं' : 'All Caught Up!'}
          action={<Button variant="secondary">{isHindi ? 'बैलेंस जोड़ें' : 'Add Balance'}</Button>}
        >
          {isHindi ? 'कोई लंबित KYC जाँच नहीं' : 'No pending KYC verifications'}
        </EmptyState>
        <SkeletonRows rows={2} height={48} />
      </>
    ),
  },
  { name: 'Tabs, Table, Pagination, LoadMore', Show: Lists },
  {
    name: 'Timeline, DayBar, QrCode',
    Show: ({ isHindi }) => (
      <>
        <Timeline
          steps={[
            { label: isHindi ? 'भेजा गया' : 'Sent', state: 'done', at },
            { label: isHindi ? 'जाँच में' : 'Being checked', state: 'current' },
            { label: isHindi ? 'पूरा' : 'Done', state: 'ahead' },
          ]}
        />
        <DayBar passed={12} total={30} />
        <QrCode text="upi://pay?pa=bittkosh@upi&am=10000.00&cu=INR" label="UPI" size={160} />
      </>
    ),
  },
  {
    name: 'BarChart',
    Show: ({ isHindi }) => (
      <BarChart
        title={isHindi ? 'नवंबर 2026' : 'November 2026'}
        series={isHindi ? ['जमा', 'निकासी'] : ['Deposits', 'Withdrawals']}
        groups={Array.from({ length: 21 }, (_, day) => ({
          key: String(day),
          label: String(day + 1),
          fullLabel: `${day + 1} Nov 2026`,
          values: [BigInt((day * 37) % 91) * 100_000n, BigInt((day * 53) % 47) * 100_000n],
        }))}
        format={(value) => formatRupees(paise(value), { decimals: 0 })}
      />
    ),
  },
  { name: 'Modal, ConfirmDialog, toast', Show: Overlays },
  {
    name: 'Ribbon, RiskLine',
    Show: () => (
      <>
        <Ribbon />
        <RiskLine text="Crypto products and NFTs are unregulated and can be highly risky. There may be no regulatory recourse for any loss from such transactions." />
      </>
    ),
  },
]

function Inputs({ isHindi }: ShowProps) {
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

function Choices({ isHindi }: ShowProps) {
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

function Lists({ isHindi }: ShowProps) {
  const [tab, setTab] = useState<'pending' | 'approved'>('pending')
  const [selected, setSelected] = useState(1)
  const [page, setPage] = useState(7)
  return (
    <Tabs
      label="Requests"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'pending', label: isHindi ? 'लंबित' : 'Pending', count: 14 },
        { id: 'approved', label: isHindi ? 'स्वीकृत' : 'Approved', count: 1203 },
      ]}
    >
      <Table
        caption="Requests"
        rows={requests}
        rowKey={(row) => row.id}
        selectedKey={selected}
        onOpen={(row) => setSelected(row.id)}
        columns={[
          { key: 'user', header: isHindi ? 'यूज़र' : 'User', cell: (row) => row.user, onCard: 'title' },
          { key: 'reference', header: isHindi ? 'संदर्भ' : 'Reference', cell: (row) => row.reference },
          {
            key: 'asked',
            header: isHindi ? 'रकम' : 'Asked',
            align: 'end',
            cell: (row) => <Money amount={row.asked} />,
          },
        ]}
      />
      <Pagination page={page} lastPage={12} onPage={setPage} />
      <LoadMore hasMore running={false} onMore={() => {}} />
    </Tabs>
  )
}

function Overlays({ isHindi }: ShowProps) {
  const [open, setOpen] = useState<'modal' | 'sheet' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={styles.row}>
      <Button variant="secondary" size="dense" onClick={() => setOpen('modal')}>
        Modal
      </Button>
      <Button variant="secondary" size="dense" onClick={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button variant="secondary" size="dense" onClick={() => setOpen('confirm')}>
        ConfirmDialog
      </Button>
      <Button
        variant="secondary"
        size="dense"
        onClick={() => toast(isHindi ? 'पासवर्ड बदल गया' : 'Password updated successfully')}
      >
        toast
      </Button>
      <Modal open={open === 'modal'} onClose={close} title="Modal" footer={<Button onClick={close}>OK</Button>}>
        <Inputs isHindi={isHindi} />
      </Modal>
      <Modal open={open === 'sheet'} onClose={close} title="Sheet" shape="sheet">
        <Choices isHindi={isHindi} />
      </Modal>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title={isHindi ? 'यूज़र को हटाएँ' : 'Delete user'}
        confirmLabel={isHindi ? 'हटाएँ' : 'Delete'}
        onConfirm={close}
        danger
      >
        {isHindi
          ? 'क्या आप इस यूज़र को हटाना चाहते हैं?'
          : 'Are you sure you want to delete this user? This action cannot be undone.'}
      </ConfirmDialog>
    </div>
  )
}
