import { type DepositMethod, listMethods, updateMethod } from '@bittkosh/contract/methods'
import { payeePictureOf } from '@bittkosh/contract/uploads'
import { inFours } from '@bittkosh/contract/usdt'
import { useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { useMay } from '../api/may.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { ProposedInList } from '../requests/Proposed.tsx'
import styles from './Methods.module.css'

export function MethodCard({ method, onEdit }: { method: DepositMethod; onEdit: () => void }) {
  const { t } = useLingui()
  const mayChange = useMay()(updateMethod)
  const types = { upi: t`UPI`, bank: t`Bank`, crypto: t`Crypto` }
  const toggle = useAction({
    endpoint: updateMethod,
    fallback: t`Failed to add or update deposit method`,
    refreshes: [listMethods],
  })
  return (
    <Card title={method.name} aside={<Chip tone="info">{types[method.type]}</Chip>}>
      <ProposedInList subject="deposit method" id={method.id} />
      <MethodFacts method={method} />
      <p className={styles.instructions}>{method.instructions}</p>
      <div className={styles.actions}>
        {mayChange ? (
          <Switch
            label={method.is_active ? t`Active` : t`Inactive`}
            checked={method.is_active}
            disabled={toggle.running}
            onChange={(is_active) => void toggle.run({ params: { id: method.id }, body: { is_active } })}
          />
        ) : (
          <StatusBadge status={method.is_active ? 'active' : 'inactive'} />
        )}
        <span className={styles.changed}>
          {t`Changed`} <When at={method.updated_at} look="date" />
        </span>
        {mayChange && (
          <Button
            variant="secondary"
            size="dense"
            icon={<Pencil size={16} aria-hidden />}
            aria-label={t`Edit ${method.name}`}
            onClick={onEdit}
          >
            {t`Edit`}
          </Button>
        )}
      </div>
    </Card>
  )
}

function MethodFacts({ method }: { method: DepositMethod }) {
  const { t } = useLingui()
  switch (method.type) {
    case 'upi':
      return (
        <KeyValues
          items={[
            { label: t`UPI ID`, value: method.details.upi_id },
            { label: t`Merchant name`, value: method.details.merchant_name },
            { label: t`QR code`, value: method.details.qr_code_url && <OwnQrLink url={method.details.qr_code_url} /> },
          ]}
        />
      )
    case 'bank':
      return (
        <KeyValues
          items={[
            { label: t`Account name`, value: method.details.account_name },
            { label: t`Account number`, value: method.details.account_number },
            { label: t`IFSC`, value: method.details.ifsc_code },
            { label: t`Bank`, value: [method.details.bank_name, method.details.branch].filter(Boolean).join(', ') },
          ]}
        />
      )
    case 'crypto':
      return (
        <KeyValues
          items={[
            { label: t`Network`, value: method.details.network },
            {
              label: t`Address`,
              value: <span className={styles.address}>{inFours(method.details.address)}</span>,
            },
          ]}
        />
      )
    default:
      return method satisfies never
  }
}

function OwnQrLink({ url }: { url: string }) {
  const { t } = useLingui()
  if (payeePictureOf(url) === null) return t`At another address: users do not see it`
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {t`Open picture`}
    </a>
  )
}
