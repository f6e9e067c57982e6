import { BRAND } from '@bittkosh/contract/brand'
import type { Endpoint, Query } from '@bittkosh/contract/endpoint'
import type { Input } from './client.ts'
import { useDownload } from './useDownload.ts'

type ExportOptions<E extends Endpoint> = {
  endpoint: E & { reply: 'file' }
  /** What is filtered now; none for a list that is shown whole. */
  query?: { [K in keyof Query<E>]?: Query<E>[K] | undefined }
  /** In the file's name: 'deposits'. */
  name: string
  format?: 'csv' | 'xlsx'
  /** Translated. */
  fallback: string
}

/** Downloads a filtered list, for `<ExportButton>` of the kit. */
export function useExport<E extends Endpoint>({
  endpoint,
  query = {},
  name,
  format = 'csv',
  fallback,
}: ExportOptions<E>) {
  const { onDownload, ...shown } = useDownload({
    endpoint,
    input: { query: { ...query, ...(format === 'xlsx' && { format }) } } as Input<E & { reply: 'file' }>, // an export takes a query only
    name: (day) => `${BRAND.toLowerCase()}-${name}-${day}.${format}`,
    fallback,
  })
  return { ...shown, format, onExport: onDownload }
}
