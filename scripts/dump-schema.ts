/**
 * `npm run schema` migrates an empty database and writes what came out: server/schema.sql for reading, and
 * the query layer's types. With --check it writes nothing and exits 1 when a file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '../server/src/platform/database.ts'
import { migrate } from '../server/src/platform/migrations.ts'
import { joinCluster, urlOfDatabase, withClient } from '../tests/support/cluster.ts'
import { describeSchema } from './schema/describe.ts'
import { schemaSql } from './schema/sql.ts'
import { schemaTypes } from './schema/types.ts'

const root = join(import.meta.dirname, '..')
const name = `schema_${process.pid}`
const cluster = await joinCluster()
let texts: [file: string, text: string][] = []

await withClient(cluster.url, async (client) => {
  await client.query(`create database ${name}`)
  const pool = openPool(urlOfDatabase(cluster.url, name), 1)
  try {
    await migrate(pool)
    const schema = await describeSchema(pool)
    texts = [
      ['server/schema.sql', schemaSql(schema)],
      ['server/src/platform/database.gen.ts', schemaTypes(schema)],
    ]
  } finally {
    await pool.end()
    await client.query(`drop database ${name} with (force)`)
  }
})
await cluster.leave()

for (const [file, text] of texts) {
  if (current(file) === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} does not match the migrations. Run: npm run schema`)
    process.exitCode = 1
  } else {
    writeFileSync(join(root, file), text)
    console.log(`${file} written`)
  }
}

function current(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}
