import { type Alert, listAlerts, seeAlert } from '@bittkosh/contract/alerts'
import { isSettingKey } from '@bittkosh/contract/settings'
import { waiting } from '@bittkosh/contract/statistics'
import { alertText } from '@bittkosh/contract/words/alerts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Money } from '../kit/money/Money.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { When } from '../kit/page/When.tsx'
import { AlertLink } from './AlertLink.tsx'
import { ConfirmDate } from './ConfirmDate.tsx'
import styles from './Alerts.module.css'

/** One alert: its message with a link, who caused it, since when; with a button while the reader has not marked it as seen. */
export function AlertItem({ alert }: { alert: Alert }) {
  const { t } = useLingui()
  const text = alertText(useLanguage(), alert.kind)
  const seeing = useAction({
    endpoint: seeAlert,
    fallback: t`The alert could not be marked as seen`,
    refreshes: [listAlerts, waiting],
  })
  const see = () => void seeing.run({ params: { id: alert.id } })
  const { subject_id: id, setting, amount, by, opened_at: openedAt, ended_at: endedAt, is_seen: isSeen } = alert
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.title}>
          <AlertLink alert={alert} onOpen={() => !isSeen && see()}>
            {id === null ? text : `${text} #${id}`}
          </AlertLink>{' '}
          {!isSeen && endedAt === null && <Chip tone="pending">{t({ message: 'New', context: 'alert' })}</Chip>}
        </p>
        <p className={styles.facts}>
          {amount !== null && <Money amount={amount} />}
          {setting !== null && isSettingKey(setting) && <code>{setting}</code>}
          {by !== null && <span>{by.name}</span>}
          <When at={openedAt} />
          {endedAt !== null && (
            <span>
              <Trans>
                ended <When at={endedAt} />
              </Trans>
            </span>
          )}
        </p>
      </div>
      {alert.kind === 'date_doubted' && endedAt === null && <ConfirmDate />}
      {!isSeen && (
        <Button
          variant="secondary"
          size="dense"
          aria-label={t`Mark as seen: ${text}`}
          running={seeing.running}
          onClick={see}
        >
          <Trans>Seen</Trans>
        </Button>
      )}
    </li>
  )
}
