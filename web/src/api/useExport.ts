import { BRAND } from '@bittkosh/contract/brand'
import type { Endpoint, Query } from '@bittkosh/contract/endpoint'
import type { FileFormat } from '@bittkosh/contract/exports'
import type { Input } from './client.ts'
import { useDownload } from './useDownload.ts'

type ExportOptions<E extends Endpoint> = {
  endpoint: E & { reply: 'file' }
  /** The current filter; left out for a list without filters. */
  query?: { [K in keyof Query<E>]?: Query<E>[K] | undefined }
  /** In the file's name: 'deposits'. */
  name: string
  /** Translated. */
  fallback: string
}

/** Downloads a filtered list, for `<ExportButtons>` of the kit. */
export function useExport<E extends Endpoint>({ endpoint, query = {}, name, fallback }: ExportOptions<E>) {
  const as = (format: FileFormat) => ({
    endpoint,
    input: { query: { ...query, format } } as Input<E & { reply: 'file' }>, // an export takes a query only
    name: (day: string) => `${BRAND.toLowerCase()}-${name}-${day}.${format}`,
    fallback,
  })
  const csv = useDownload(as('csv'))
  const xlsx = useDownload(as('xlsx'))
  return { hidden: csv.hidden, csv, xlsx }
}
