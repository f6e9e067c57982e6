import type { IdType } from '@bittkosh/contract/kyc'
import { useLingui } from '@lingui/react/macro'

export function useIdTypeNames(): Record<IdType, string> {
  const { t } = useLingui()
  return { aadhar: t`Aadhar Card`, pan: t`PAN Card` }
}
