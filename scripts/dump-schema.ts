/**
 * `npm run schema` migrates an empty database and writes its schema to server/schema.sql, for reading. With --check it writes
 * nothing and exits 1 when the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { joinCluster, urlOfDatabase, withClient } from '../tests/support/cluster.ts'
import { describeSchema } from './schema/describe.ts'
import { schemaSql } from './schema/sql.ts'

const FILE = 'server/schema.sql'
const path = join(import.meta.dirname, '..', FILE)
const name = `schema_${process.pid}`
const cluster = await joinCluster()
let text = ''

await withClient(cluster.url, async (client) => {
  await client.query(`create database ${name}`)
  const pool = openPool(urlOfDatabase(cluster.url, name), 1)
  try {
    await migrate(pool)
    text = schemaSql(await describeSchema(pool))
  } finally {
    await pool.end()
    await client.query(`drop database ${name} with (force)`)
  }
})
await cluster.leave()

if (current() !== text) {
  if (process.argv.includes('--check')) {
    console.error(`${FILE} does not match the migrations. Run: npm run schema`)
    process.exitCode = 1
  } else {
    writeFileSync(path, text)
    console.log(`${FILE} written`)
  }
}

function current(): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
