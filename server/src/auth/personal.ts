import { eraseAnswers } from '../platform/http/once.ts'
import { sql } from '../platform/database/sql.ts'
import { forgetAttemptsOf } from '../platform/identity/attempts.ts'
import { eraseFactor } from '../platform/identity/secondFactor.ts'
import { endSessions } from '../platform/identity/sessions.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { forgetContactProofs } from './contactQueries.ts'
import { forgetPlaces } from './queries.ts'

export const personal: PersonalTable[] = [
  {
    table: 'sessions',
    columns: ['user_id'],
    exported: {
      as: 'sign_ins',
      rows: (user) =>
        sql`select device, created_at, last_seen_at, expires_at from sessions where user_id = ${user} order by id`,
    },
    erased: (tx, { id }) => endSessions(tx, id),
  },
  {
    table: 'user_devices',
    columns: ['user_id'],
    exported: {
      as: 'known_devices',
      rows: (user) =>
        sql`select first_seen_at, last_seen_at from user_devices where user_id = ${user} order by first_seen_at`,
    },
    erased: (tx, { id }) => forgetPlaces(tx, id),
  },
  {
    table: 'known_addresses',
    columns: ['user_id'],
    exported: {
      as: 'known_network_addresses',
      rows: (user) => sql`select seen_at from known_addresses where user_id = ${user} order by seen_at`,
    },
    erased: (tx, { id }) => forgetPlaces(tx, id),
  },
  {
    table: 'password_resets',
    columns: ['user_id'],
    exported: {
      as: 'password_links',
      rows: (user) =>
        sql`select created_at, expires_at, used_at from password_resets where user_id = ${user} order by id`,
    },
    erased: forgetContactProofs,
  },
  {
    table: 'contact_codes',
    columns: ['user_id'],
    exported: { withheld: 'hashes of codes that live 30 minutes' },
    erased: forgetContactProofs,
  },
  {
    table: 'email_claims',
    columns: ['email'],
    exported: { withheld: 'who else tried to register with an address' },
    erased: forgetContactProofs,
  },
  {
    table: 'reset_requests',
    columns: ['email'],
    exported: { withheld: 'empty within a minute' },
    erased: forgetContactProofs,
  },
  {
    table: 'second_factors',
    columns: ['user_id'],
    exported: {
      as: 'second_factor',
      rows: (user) => sql`select created_at, active_since from second_factors where user_id = ${user}`,
    },
    erased: (tx, { id }) => eraseFactor(tx, id),
  },
  {
    table: 'recovery_codes',
    columns: ['user_id'],
    exported: { withheld: 'hashes of codes' },
    erased: (tx, { id }) => eraseFactor(tx, id),
  },
  {
    table: 'attempts',
    columns: [],
    exported: { withheld: 'counters of wrong passwords and codes, for a day' },
    erased: (tx, { id }) => forgetAttemptsOf(tx, `user ${id}`),
  },
  {
    table: 'idempotency_keys',
    columns: ['user_id'],
    exported: { withheld: 'replies of the last eight days, made of what the other parts have' },
    erased: eraseAnswers,
  },
]
