/** A person's data as a download: by themselves, or by an admin at their request (docs/rules.md#closing-and-keeping). */
import { Readable } from 'node:stream'
import { BRAND } from '@bittkosh/contract/brand'
import type { exportOwnData as exportOwnDataCall } from '@bittkosh/contract/profile'
import { dayOf } from '@bittkosh/contract/time'
import type * as calls from '@bittkosh/contract/users'
import { recordFile } from '../audit/actions.ts'
import type { Answer, Call } from '../platform/http/http.ts'
import type { FileReply } from '../platform/http/reply.ts'
import { readSteadily, takeReader } from '../platform/http/readers.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { documentName, personDocument } from './document.ts'
import { isKnown } from './queries.ts'

export async function exportOwnData(
  { user, at, services }: Call<typeof exportOwnDataCall>,
  everywhere: readonly PersonalTable[],
): Promise<Answer<typeof exportOwnDataCall>> {
  const source = { ...services, db: await services.reads.choose() }
  const leave = takeReader('own', user.id)
  const content = personDocument(source, { user: user.id, reader: 'person', everywhere, at, withPictures: true })
  return file(content, { name: `${BRAND.toLowerCase()}-my-data-${dayOf(at)}.json`, leave })
}

export async function exportPerson(
  call: Call<typeof calls.exportPerson>,
  everywhere: readonly PersonalTable[],
): Promise<Answer<typeof calls.exportPerson>> {
  const { params, user: admin, at, services } = call
  const { id } = params
  const { db } = services
  if (!(await isKnown(db, id))) return refuse(db, 'not_found')
  const leave = takeReader('panel', admin.id)
  try {
    await recordFile(call, { action: 'exported person', subject: 'user', subjectId: id })
    const source = { ...services, db: await services.reads.choose() }
    const content = personDocument(source, { user: id, reader: 'operator', everywhere, at, withPictures: false })
    return file(content, { name: documentName(id, at), leave })
  } catch (error) {
    leave()
    throw error
  }
}

/** `leave` frees the reader's place when the download ends or is aborted. */
function file(text: AsyncIterable<string>, { name, leave }: { name: string; leave: () => void }): FileReply {
  const content = readSteadily(Readable.from(text, { objectMode: false }), leave)
  return { content, type: 'application/json; charset=utf-8', name }
}
