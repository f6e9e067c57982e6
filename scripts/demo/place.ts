/** What all demo users find, and what their records are sealed and hashed with. */
import type { Config } from '../../server/src/config.ts'
import type { numberHasher } from '../../server/src/kyc/numbers.ts'
import type { KeyRing } from '../../server/src/platform/keys.ts'
import type { Catalogue } from './catalogue.ts'
import type { SampleCard } from './rows/pictures.ts'

export type Place = {
  catalogue: Catalogue
  config: Config
  ring: KeyRing
  hashNumber: Awaited<ReturnType<typeof numberHasher>>
  passwordHash: string
  card: SampleCard
  now: Date
}
