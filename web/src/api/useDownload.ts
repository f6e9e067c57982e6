import type { Endpoint } from '@bittkosh/contract/endpoint'
import { dayOf } from '@bittkosh/contract/time'
import { useState } from 'react'
import { saveFile } from '../kit/device/saveFile.ts'
import { toast } from '../kit/overlays/toast.ts'
import { call, type Input } from './client.ts'
import { failureMessage } from './failure.ts'
import { useMay } from './may.ts'
import { session } from './session.ts'

type DownloadOptions<E extends Endpoint & { reply: 'file' }> = {
  endpoint: E
  input: Input<E>
  /** The file's name with its extension; what was downloaded on this day. */
  name: (day: string) => string
  /** Translated. */
  fallback: string
  /** As for `useAction`. */
  inPlace?: true
  /** The file is saved. */
  onDone?: () => void
}

/** Downloads a call's reply as a file; `hidden` for those who may not make the call. */
export function useDownload<E extends Endpoint & { reply: 'file' }>({
  endpoint,
  input,
  name,
  fallback,
  inPlace,
  onDone,
}: DownloadOptions<E>) {
  const may = useMay()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function download() {
    if (running) return
    setRunning(true)
    setFailure(null)
    try {
      const token = session.get()?.token
      const file = (await call(endpoint, input)) as Blob
      // After a sign-out no file is left to the next person on this device.
      if (session.get()?.token !== token) return
      saveFile(file, name(dayOf(new Date())))
      onDone?.()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const message = failureMessage(error, fallback)
      if (inPlace) setFailure(message)
      else toast(message, 'loss')
    } finally {
      setRunning(false)
    }
  }

  return { hidden: !may(endpoint), running, failure, onDownload: () => void download() }
}
