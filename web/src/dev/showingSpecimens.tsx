import { formatRupees, paise } from '@bittkosh/contract/money'
import { Inbox } from 'lucide-react'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { BarChart } from '../kit/money/BarChart.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Change } from '../kit/money/Change.tsx'
import { DayBar } from '../kit/money/DayBar.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Money } from '../kit/money/Money.tsx'
import QrCode from '../kit/money/QrCode.tsx'
import { Ribbon } from '../kit/page/Ribbon.tsx'
import { RiskLine } from '../kit/money/RiskLine.tsx'
import { SimulatedChip } from '../kit/money/SimulatedChip.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { type Status, StatusBadge } from '../kit/page/StatusBadge.tsx'
import { Timeline } from '../kit/lists/Timeline.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './KitPage.module.css'
import type { Specimen } from './specimen.ts'

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
export const showingSpecimens: Specimen[] = [
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
    name: 'Banner, FailedState, EmptyState, Skeleton',
    Show: ({ isHindi }) => (
      <>
        <ErrorBanner message={isHindi ? 'बैलेंस काफ़ी नहीं है' : 'Insufficient balance'} />
        <Banner tone="gain">{isHindi ? 'अनुरोध भेजा गया' : 'Deposit request sent successfully!'}</Banner>
        <Banner tone="pending">{isHindi ? 'जाँच चल रही है' : 'An admin checks each request.'}</Banner>
        <Banner>{isHindi ? 'सिर्फ़ TRC20' : 'TRC20 only'}</Banner>
        <FailedState message={isHindi ? 'डेटा लोड नहीं हुआ' : 'Failed to load data'} retry={[]} />
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
        series={isHindi ? ['जमा', 'निकासी', 'लौटी हुई'] : ['Deposits', 'Withdrawals', 'Returned']}
        belowZero={isHindi ? 'रेखा के नीचे: मंज़ूर से ज़्यादा वापस' : 'Below the line: more taken back than came in'}
        groups={Array.from({ length: 21 }, (_, day) => ({
          key: String(day),
          label: String(day + 1),
          fullLabel: `${day + 1} Nov 2026`,
          values: [
            BigInt(((day * 37) % 91) - 12) * 100_000n,
            BigInt((day * 53) % 47) * 100_000n,
            BigInt(day % 6 === 0 ? 9 : 0) * 100_000n,
          ],
        }))}
        format={(value) => formatRupees(paise(value), { decimals: 0 })}
      />
    ),
  },
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
