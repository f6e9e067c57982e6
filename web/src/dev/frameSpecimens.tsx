import { paise } from '@bittkosh/contract/money'
import { useState } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { LoadMore } from '../kit/lists/LoadMore.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Pagination } from '../kit/lists/Pagination.tsx'
import { Table } from '../kit/lists/Table.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './KitPage.module.css'
import { Choices, Inputs } from './formSpecimens.tsx'
import type { ShowProps, Specimen } from './specimen.ts'

const requests = [
  { id: 1, user: 'Asha Rao', method: 'UPI', reference: '432198761234', asked: paise(1_000_000n) },
  { id: 2, user: 'Imran Siddiqui', method: 'Bank', reference: 'HDFCN52026112100', asked: paise(11_111_100n) },
  { id: 3, user: 'Meenakshi Venkataraman', method: 'USDT', reference: '9f3a71c0…c71e', asked: paise(99_999_999_999n) },
]

export const frameSpecimens: Specimen[] = [
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
  { name: 'Tabs, Table, Pagination, LoadMore', Show: Lists },
  { name: 'Modal, ConfirmDialog, toast', Show: Overlays },
]

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
        { id: 'approved', label: isHindi ? 'मंज़ूर' : 'Approved', count: 1203 },
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
      <LoadMore
        query={{ hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage: () => {} }}
        failure=""
      />
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
