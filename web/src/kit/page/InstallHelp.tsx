import { useLingui } from '@lingui/react/macro'
import { useInstall } from '../device/install.ts'
import { Modal } from '../overlays/Modal.tsx'

/** How to install if the browser does not offer it by itself. */
export function InstallHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { isIos } = useInstall()
  return (
    <Modal open={open} onClose={onClose} title={t`App Install`}>
      {isIos ? (
        <p>{t`On an iPhone: tap Share in Safari, then "Add to Home Screen".`}</p>
      ) : (
        <p>{t`Open your browser's menu and choose "Add to Home screen" or "Install app".`}</p>
      )}
    </Modal>
  )
}
