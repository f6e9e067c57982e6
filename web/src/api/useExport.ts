import { BRAND } from '@bittkosh/contract/brand'
import type { Endpoint, Params, Query } from '@bittkosh/contract/endpoint'
import { dayOf } from '@bittkosh/contract/time'
import { useState } from 'react'
import { saveFile } from '../kit/device/saveFile.ts'
import { toast } from '../kit/overlays/toast.ts'
import { call, type Input } from './client.ts'
import { failureMessage } from './failure.ts'
import { useMay } from './may.ts'

type ExportOptions<E extends Endpoint> = {
  endpoint: E & { reply: 'file' }
  /** What is filtered now; none for a list that is shown whole. */
  query?: { [K in keyof Query<E>]?: Query<E>[K] | undefined }
  /** Of whom, where the file is about one record. */
  params?: Params<E>
  type?: 'csv' | 'pdf'
  /** In the file's name: 'deposits'. */
  name: string
  /** Translated. */
  fallback: string
}

/** Downloads a filtered list or a file about one record, for `<ExportButton>` of the kit. */
export function useExport<E extends Endpoint>({ endpoint, query = {}, name, fallback, ...of }: ExportOptions<E>) {
  const may = useMay()
  const [running, setRunning] = useState(false)

  async function download() {
    if (running) return
    setRunning(true)
    try {
      const file = await call(endpoint, { query, ...(of.params ? { params: of.params } : {}) } as Input<
        E & { reply: 'file' }
      >) // an export takes no more
      saveFile(file as Blob, `${BRAND.toLowerCase()}-${name}-${dayOf(new Date())}.${of.type ?? 'csv'}`)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      toast(failureMessage(error, fallback), 'loss')
    } finally {
      setRunning(false)
    }
  }

  return { hidden: !may(endpoint), running, onExport: () => void download() }
}
