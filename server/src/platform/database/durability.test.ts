import { describe, expect, test } from 'vitest'
import { judgeDurability } from './durability.ts'

const safe = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', synchronous_standby_names: '' }

describe('settings of the database', () => {
  const cases: [string, Record<string, string | null>, number, RegExp[], RegExp[]][] = [
    ['one server that syncs', {}, 0, [], []],
    ['no sync to the disk', { fsync: 'off' }, 0, [/fsync = off/], []],
    ['torn pages', { full_page_writes: 'off' }, 0, [/full_page_writes = off/], []],
    ['commits that are not waited for', { synchronous_commit: 'off' }, 0, [/synchronous_commit = off/], []],
    ['two at once are both told', { fsync: 'off', synchronous_commit: 'off' }, 0, [/fsync/, /synchronous_commit/], []],
    ['an engine that has no such settings', { fsync: null, full_page_writes: null }, 0, [], []],
    ['local commits on a single server', { synchronous_commit: 'local' }, 0, [], []],
    ['a standby that is waited for', { synchronous_standby_names: 'ANY 1 (b, c)' }, 2, [], []],
    [
      'a standby that a role does not wait for',
      { synchronous_standby_names: 'b', synchronous_commit: 'local' },
      1,
      [/synchronous_commit = local/],
      [],
    ],
    [
      'a standby that may still lose it',
      { synchronous_standby_names: 'b', synchronous_commit: 'remote_write' },
      1,
      [],
      [/remote_write/],
    ],
    ['standbys that nobody waits for', {}, 2, [], [/2 standby servers and does not wait for any of them/]],
  ]
  test.each(cases)('%s', (_name, settings, asynchronous, refused, warned) => {
    expect(judgeDurability({ settings: { ...safe, ...settings }, asynchronous })).toEqual({
      refused: refused.map((sentence) => expect.stringMatching(sentence)),
      warned: warned.map((sentence) => expect.stringMatching(sentence)),
    })
  })
})
