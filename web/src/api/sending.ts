/** The code that sends a form, separate from the code that shows it (`useForm`). */
import { readComplaint } from '@bittkosh/contract/complaint'
import type { Complaint } from '@bittkosh/contract/complaints'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import * as z from 'zod/mini'
import { call } from './client.ts'

type ReadBody = { body: unknown } | { complaints: Record<string, Complaint> }

function readBody(endpoint: Endpoint, wire: Record<string, unknown>): ReadBody {
  if (!endpoint.body || endpoint.body === 'image') return { body: undefined }
  const read = z.safeDecode(endpoint.body, wire)
  if (read.success) return { body: read.data }
  const complaints: Record<string, Complaint> = {}
  for (const issue of read.error.issues) complaints[issue.path.join('.')] ??= readComplaint(issue.message)
  return { complaints }
}

export default { call, readBody }
