import { useLingui } from '@lingui/react/macro'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/actions/Button.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'

/** The photos of a decided document, on the person's page; nothing if the reader may not see any. */
export function DocumentPhotos({ urls, label }: { urls: readonly string[]; label: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (urls.length === 0) return null
  return (
    <>
      <Button variant="quiet" size="dense" icon={<Images size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t`Show the photos`}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={label} size="wide">
        <DocumentViewer urls={urls} label={label} />
      </Modal>
    </>
  )
}
