/**
 * `npm run mutation [-- part, file or file:from-to …]`: makes small changes in the rules of money, sign-in, codes and identity, one
 * at a time, and lists those that no test notices. Stryker makes them in a copy of the project (`.stryker-tmp`, deleted at the
 * end). Takes minutes for a file and an hour for all, so it is not part of `npm run check` or CI; the findings of past runs are in
 * bench/results. Exits 1 if less than 90 % of the changes in a part are noticed.
 *
 * Stryker identifies the tests that reach a change by their names, so a name must not contain anything that differs between runs.
 */
import { globSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { joinCluster } from '../tests/support/cluster.ts'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

type Part = {
  files: string[]
  /** The tests that must notice the changes. */
  tests: string[]
  /** The tests need PostgreSQL: a change costs seconds. */
  onDatabase?: true
}

const SCORE_MIN = 90
const unitTests = ['contract/*.test.ts', 'server/src/*/rules.test.ts']

const parts: Record<string, Part> = {
  money: {
    files: [
      ...contract('amounts deposits flexible investmentQuote investments money packageLoss packages payees'),
      ...contract('settingEffects settingValues time transfers unusual usdt withdrawalQuote withdrawals'),
      ...rules('deposits flexible investments packages plans referrals transfers withdrawals'),
      'server/src/ledger/movements.ts',
    ],
    tests: [...unitTests, 'server/src/ledger/movements.test.ts'],
  },
  people: {
    files: [
      ...contract('contact guards kyc references requests requestStates upi'),
      ...rules('auth kyc proposals users'),
      ...['codes', 'totp'].map((name) => `server/src/platform/identity/${name}.ts`),
      'server/src/platform/trc20.ts',
      'server/src/transfers/otp.ts',
    ],
    tests: [...unitTests, 'server/src/transfers/otp.test.ts', 'server/src/platform/identity/{codes,totp}.test.ts'],
  },
  // Sign-in is split by file, each with the tests about it: with all tests together no run ever finished.
  ...signIn('auth/handlers', 'auth/{handlers,devices,guessing,team,verification}', 'tests/credentials.test.ts'),
  ...signIn('auth/credentials', 'auth/{handlers,devices,guessing,secondFactor}'),
  ...signIn('auth/verification', 'auth/verification'),
  ...signIn('auth/contacts', 'auth/verification'),
  ...signIn('auth/secondFactor', 'auth/secondFactor'),
  ...signIn('auth/team', 'auth/team'),
  ...signIn('auth/actions', '{auth/{handlers,team},profile/handlers}', 'tests/credentials.test.ts'),
  ...signIn('platform/identity/secondFactor', '{platform/identity,auth}/secondFactor'),
  ...signIn(
    'platform/identity/sessions',
    '{platform/identity/sessions,auth/{handlers,jobs}}',
    'tests/credentials.test.ts',
  ),
  ...signIn('platform/identity/attempts', '{platform/identity/attempts,auth/{guessing,jobs}}'),
  acts: {
    files: ['deposits', 'withdrawals'].map((room) => `server/src/${room}/deciding.ts`),
    tests: ['server/src/{deposits,withdrawals}/acts.test.ts'],
  },
  deciding: {
    files: ['requests', 'kyc'].map((room) => `server/src/${room}/deciding.ts`),
    tests: [
      'server/src/requests/deciding.test.ts',
      'server/src/{deposits,withdrawals,kyc}/acts.test.ts',
      'server/src/deposits/{handlers,reversal}.test.ts',
      'server/src/withdrawals/{deciding,handlers}.test.ts',
      'server/src/kyc/deciding.test.ts',
      'tests/two-admins.test.ts',
    ],
    onDatabase: true,
  },
  transfers: {
    files: ['server/src/transfers/handlers.ts'],
    tests: ['server/src/transfers/*.test.ts'],
    onDatabase: true,
  },
  ledger: {
    files: ['post', 'balances', 'seals'].map((name) => `server/src/ledger/${name}.ts`),
    tests: ['server/src/ledger/{post,balances,seals}.test.ts'],
    onDatabase: true,
  },
}

const wanted = process.argv.slice(2)
for (const unknown of wanted.filter((name) => !(name in parts) && !Object.values(parts).some(holds(name))))
  throw new Error(`${unknown} is neither one of ${Object.keys(parts).join(', ')} nor a file of theirs`)
for (const [name, part] of Object.entries(parts)) {
  const files = wanted.length === 0 || wanted.includes(name) ? part.files : wanted.filter((file) => holds(file)(part))
  if (files.length > 0) report(name, await mutate({ ...part, files }))
}

function contract(names: string): string[] {
  return names.split(' ').map((name) => `contract/${name}.ts`)
}

function rules(rooms: string): string[] {
  return rooms.split(' ').map((room) => `server/src/${room}/rules.ts`)
}

/** A part of one file, named as it is. */
function signIn(file: string, near: string, ...further: string[]): Record<string, Part> {
  const tests = [`server/src/${near}.test.ts`, ...further]
  return { [file]: { files: [`server/src/${file}.ts`], tests, onDatabase: true } }
}

/** `wanted` is a file or lines of one: 'contract/money.ts:40-50'. */
function holds(wantedLines: string) {
  return ({ files }: Part) => files.includes(wantedLines.replace(/:\d+-\d+$/, ''))
}

async function mutate({ files, tests, onDatabase }: Part): Promise<MutantResult[]> {
  const cluster = onDatabase ? await joinCluster() : undefined
  try {
    // The tests that the copy runs (./mutation/vitest.config.ts).
    process.env['MUTATION_TESTS'] = globSync(tests).join()
    process.env['MUTATION_DATABASE'] = cluster?.url ?? ''
    return await new Stryker({
      mutate: files,
      testRunner: 'vitest',
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: !onDatabase },
      plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/declarations.ts'],
      ignorers: ['declarations'],
      ignorePatterns: ['bench', 'docs', 'web'],
      tsconfigFile: 'none', // Stryker would rewrite its paths with an API that TypeScript 7 does not have
      coverageAnalysis: 'perTest',
      concurrency: 2,
      timeoutMS: 20_000,
      dryRunTimeoutMinutes: 60, // for a busy machine
      cleanTempDir: 'always',
      reporters: process.stdout.isTTY ? ['progress'] : [],
      allowEmpty: true,
      warnings: false,
    }).runMutationTest()
  } finally {
    await cluster?.leave()
  }
}

/** A table of the files, and each change that no test noticed. */
function report(name: string, results: MutantResult[]): void {
  const tried = results.filter(({ status }) => status !== 'Ignored')
  const files = [...new Set(tried.map(pathOf))].sort()
  const rows = files.map((file) =>
    row(
      file,
      tried.filter((one) => pathOf(one) === file),
    ),
  )
  const head = '| file | changes | noticed | survived | without a test | score |\n|---|---|---|---|---|---|'
  console.log([`\n## ${name}\n`, head, ...rows, row('together', tried), ''].join('\n'))
  for (const one of tried.filter((mutant) => !isNoticed(mutant))) {
    const change = one.replacement?.replaceAll(/\s+/g, ' ').slice(0, 100) ?? ''
    console.log(`${pathOf(one)}:${one.location.start.line} ${one.status} ${one.mutatorName}: ${change}`)
  }
  if (score(tried) < SCORE_MIN) process.exitCode = 1
}

function row(name: string, results: MutantResult[]): string {
  const count = (status: MutantResult['status']) => results.filter((one) => one.status === status).length
  const noticed = results.filter(isNoticed).length
  return `| ${name} | ${results.length} | ${noticed} | ${count('Survived')} | ${count('NoCoverage')} | ${score(results).toFixed(1)} % |`
}

function score(results: MutantResult[]): number {
  return (results.filter(isNoticed).length / results.length) * 100
}

/** A test failed or hung, or the file could not even be loaded. */
function isNoticed({ status }: MutantResult): boolean {
  return status !== 'Survived' && status !== 'NoCoverage'
}

function pathOf({ fileName }: MutantResult): string {
  return relative(process.cwd(), fileName).replaceAll(sep, '/')
}
